import type { HumanTask } from '../../../controller/runs/contract.js';
import {
  findRoleOfAssignee,
  getActor as getPrincipalActor,
  type PersonalAct,
  roles,
} from '../../../controller/security/identity/index.js';
import { flowRunTarget, flowTarget, getAccess } from '../shared/authorization.js';
import type { OperationContext } from '../shared/operation.js';

type Caller = Pick<OperationContext, 'controller' | 'principal'>;
type Assigned = Pick<HumanTask, 'assignees' | 'branch' | 'flow' | 'environment'>;

/** The human tasks of one caller: those of the caller and of its teams, and for administrators those of their flows. */
export class HumanTaskAccess {
  /** The ways in which tasks may name the caller. */
  readonly names: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #isPerson: boolean;

  constructor(private readonly context: Caller) {
    const { id } = context.principal;
    const access = getAccess(context);
    const teams = access.teams.map((name) => `team:${name}`);
    const own = [id, ...(id.startsWith('user:') ? [id.slice('user:'.length)] : []), ...teams];
    this.#names = new Set(own);
    this.#isPerson = getPrincipalActor(context.principal) === 'person';
    // The role on the flow of a task decides; these are the roles that the caller has somewhere.
    const somewhere = this.#isPerson ? roles.filter((role) => access.mayAnywhere(role)) : [];
    this.names = [...own, ...somewhere.map((role) => `role:${role}`)];
  }

  isAssigned(task: Assigned): boolean {
    // Being asked is no right beyond the scopes of the credential.
    if (getAccess(this.context).findRefusal(flowRunTarget(task))) return false;
    return task.assignees.some((each) => {
      const role = findRoleOfAssignee(each);
      if (role === undefined) return this.#names.has(each);
      return this.#isPerson && getAccess(this.context).may(role, flowRunTarget(task));
    });
  }

  isAdministered(task: Assigned): boolean {
    return getAccess(this.context).may('admin', flowRunTarget(task));
  }

  maySee(task: Assigned): boolean {
    return this.isAssigned(task) || this.isAdministered(task);
  }
}

/** True when the caller may do what is left to persons, whatever surface it uses. */
export function isPerson(
  context: Caller,
  act: PersonalAct,
  task: Pick<HumanTask, 'branch' | 'flow'>,
): boolean {
  return (
    getPrincipalActor(context.principal) === 'person' || getAccess(context).mayAct(act, flowTarget(task))
  );
}
