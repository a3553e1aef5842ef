import { type Hint, Problem } from '../../../controller/problems/index.js';
import { lowest, type Role } from '../../../controller/security/identity/access/access.js';
import type { Connection } from '../../../schemas/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { getAccess, isReviewed, requireRole } from './authorization.js';
import { readsEffects, requireConsent } from './consent.js';
import type { Effect, OperationContext } from './operation.js';

/** Characters of the input that a question shows. */
const maxShown = 1_000;

/** A call that changes something behind a connection, outside of a run. */
export interface DirectCall {
  /** The name that `Branches.resolve` returns. */
  branch: string;
  connection: string;
  /** The call in one sentence, which begins with a verb. */
  text: string;
  input: Json;
  /** Returns what decides the effect besides the input: where the connection leads. */
  content(): Promise<Json>;
}

/**
 * Decides who may make the call, for every surface. On a reviewed branch a run is the way to change something, so that the call
 * needs the role `admin`, or one that production's version of the connection names in `direct`, and the consent of a person where an
 * agent asks. Elsewhere a caller who may change the flows of the branch may make it too.
 * @throws EffectAwaitingConsent; Problem forbidden, confirmation_required, approval_void
 */
export async function authorizeDirectCall(context: OperationContext, call: DirectCall): Promise<void> {
  const { branch, connection, text } = call;
  const { controller } = context;
  const target = { branch, type: 'connection', name: connection };
  if (!isReviewed(controller, branch)) {
    requireRole(context, 'editor', target, text);
    // The assistant of a folder's owner was started to propose.
    if (context.assistant === 'proposes') await consent(context, call, { role: 'editor', target });
    return;
  }
  const role = await getDirectRole(controller, connection);
  if (!getAccess(context).may(role, target)) throw refusal(context, call, role);
  await consent(context, call, { role, target });
}

async function consent(
  context: OperationContext,
  { branch, text, input, content }: DirectCall,
  right: NonNullable<Effect['right']>,
): Promise<void> {
  if (!readsEffects(context)) return;
  const definition = await content();
  requireConsent(context, {
    text: `${text}, outside of a run, with ${JSON.stringify(input).slice(0, maxShown)}`,
    content: definition,
    details: { input, connection: definition },
    right,
    isOnce: true,
    instead: listAlternatives(context, branch),
  });
}

/** The least role that production's newest version of the connection names. */
async function getDirectRole(controller: OperationContext['controller'], name: string): Promise<Role> {
  const newest = await controller.reconciler.head(controller.branches.production);
  const status = newest.status('connection', name);
  const isReady = status?.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  const { direct } = (newest.get('connection', name)?.definition ?? {}) as Partial<Connection>;
  return (isReady && direct && lowest(direct)) || 'admin';
}

function refusal(context: OperationContext, { branch, connection, text }: DirectCall, role: Role): Problem {
  const { production } = context.controller.branches;
  const { id } = context.principal;
  const detail = `${text}: outside of a run that needs the role \`${role}\` on connection \`${connection}\` of branch \`${branch}\`, which ${id} does not have`;
  const person = `Ask a person with the role \`${role}\` to make the call, or to name the roles that may in \`direct\` of the connection \`${connection}\` on \`${production}\`.`;
  return new Problem('forbidden', detail, { hints: [...listAlternatives(context, branch), person] });
}

function listAlternatives({ controller: { branches } }: OperationContext, branch: string): Hint[] {
  const run = {
    text: 'Run a flow that makes the call. List the flows with {call}.',
    operation: 'list-entities',
    arguments: { branch, op: 'platform', type: 'flow' },
  };
  if (!branches.gitEnabled) return [run];
  return [
    run,
    {
      text: 'If there is none, propose one with {call}.',
      operation: 'create-entity',
      arguments: { branch: branches.production, type: 'flow', definition: {}, propose: true },
    },
  ];
}
