import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { Action, Connector } from '../../connectors/index.js';
import { ArgumentCheck, type ArgumentFault, anyText, anyValue } from '../../json-schema/index.js';

/** A fault of the arguments of an action. */
export type ActionFault = ArgumentFault;

/** An action, and what a flow calls it by. */
export interface CalledAction {
  /** The connection's name. */
  connection: string;
  name: string;
  action: Pick<Action<never>, 'input' | 'check'>;
}

/** Checks the arguments of actions; the check of an action is made once. */
export class ActionChecks {
  readonly #checks = new WeakMap<object, ArgumentCheck>();

  /** The faults of arguments as a flow writes them. */
  written(called: CalledAction, value: Json): ActionFault[] {
    const faults = this.#check(called).written(value, getCallee(called));
    if (faults.length > 0 || !isObject(value)) return faults;
    const fault = called.action.check?.(value, isKnown);
    if (!fault) return faults;
    const { message, ...place } = fault;
    return [
      { rule: 'argument-wrong', severity: 'error', message: `${getCallee(called)}: ${message}`, ...place },
    ];
  }

  /** The faults of the values of a call; a promise when a thread checks them. @throws the reason of the signal */
  values(called: CalledAction, value: Json, signal?: AbortSignal): ActionFault[] | Promise<ActionFault[]> {
    return this.#check(called).valuesInSlices(value, getCallee(called), signal);
  }

  /** True when each of the connectors that has the action takes the arguments. */
  fitsAll(connectors: Iterable<Connector>, name: string, value: Json): boolean {
    for (const { actions } of connectors) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (action && this.written({ connection: '', name, action }, value).length > 0) return false;
    }
    return true;
  }

  #check({ action }: CalledAction): ArgumentCheck {
    const check = this.#checks.get(action) ?? new ArgumentCheck(action.input);
    this.#checks.set(action, check);
    return check;
  }
}

function isKnown(value: Json | undefined): boolean {
  return value !== anyValue && value !== anyText;
}

function getCallee({ connection, name }: CalledAction): string {
  return `\`${connection}.${name}\``;
}
