import { Problem } from '../../../controller/problems/index.js';
import type { HumanTask } from '../../../controller/runs/contract.js';
import type { Principal } from '../../../controller/security/identity/index.js';
import type { Controller } from '../../../controller/start/contract.js';
import type { Json } from '../../../schemas/json/types.js';
import { HumanTaskAccess, isPerson } from './access.js';

/** A human task and the person whose link leads to it. */
export interface LinkedTask {
  task: HumanTask;
  assignee: string;
}

/**
 * Returns the task of a link. The person has to be an assignee still.
 * @throws Problem human_task_link_invalid
 */
export async function findLinked(controller: Controller, token: string): Promise<LinkedTask> {
  const holder = controller.humanTasks.findHolder(token);
  const principal = holder && findPrincipal(controller, holder.assignee);
  const task = holder && (await controller.humanTasks.get(holder.id).catch(unlessMissing));
  if (!task || !principal) throw notValid();
  const isMeant = new HumanTaskAccess({ controller, principal }).isAssigned(task);
  if (!isMeant || !isPerson({ controller, principal }, 'complete-human-task', task)) throw notValid();
  return { task, assignee: principal.id };
}

/** Completes the task as the person whose link it is, with a record in the audit log. @throws Problem as `complete` */
export async function completeLinked(
  { humanTasks, audit }: Controller,
  { task, assignee }: LinkedTask,
  values: Json,
  { address, requestId }: { address: string; requestId: string },
): Promise<HumanTask> {
  const { id, run, flow, branch, sentBy } = task;
  const call = { action: 'complete-human-task', principal: assignee, target: `human-task/${id}` };
  const entry = audit.begin({ ...call, address, requestId, via: 'link' });
  entry.note({ actor: 'person', run, flow, branch, ...(sentBy === null ? {} : { sentBy }) });
  try {
    const done = await humanTasks.complete(id, values, { principal: assignee, overrides: false });
    await entry.end('ok');
    return done;
  } catch (error) {
    await entry.end(error instanceof Problem ? error.code : 'internal');
    throw error;
  }
}

/** Undefined for a user who may not sign in. People of the issuer are known by their names only. */
function findPrincipal({ identity }: Controller, id: string): Principal | undefined {
  const [, user] = /^user:(.*)$/s.exec(id) ?? [];
  if (user !== undefined) return identity.users.principal(user);
  return id.startsWith('oidc:') ? { id, role: 'viewer' } : undefined;
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'human_task_not_found')) throw error;
}

function notValid(): Problem {
  return new Problem('human_task_link_invalid', 'The link is not valid');
}
