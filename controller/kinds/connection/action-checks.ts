import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { Connector } from '../../connectors/index.js';
import { ArgumentCheck, type ArgumentFault, anyText, anyValue } from '../../json-schema/index.js';

/** A fault of the arguments of an action. */
export type ActionFault = ArgumentFault;

export interface ActionCall {
  connector: string;
  connection: string;
  action: string;
}

/** Checks the arguments of actions; the check of an action is made once. */
export class ActionChecks {
  readonly #checks = new WeakMap<object, ArgumentCheck>();

  constructor(private readonly connectors: ReadonlyMap<string, Connector>) {}

  /** The faults of arguments as a flow writes them; none for an action that the connector does not have. */
  written(call: ActionCall, given: Json): ActionFault[] {
    const faults = this.#check(call)?.written(given, calleeOf(call)) ?? [];
    if (faults.length > 0 || !isObject(given)) return faults;
    const fault = this.connectors.get(call.connector)?.actions[call.action]?.check?.(given, isKnown);
    if (!fault) return faults;
    const { message, ...place } = fault;
    return [
      { rule: 'argument-wrong', severity: 'error', message: `${calleeOf(call)}: ${message}`, ...place },
    ];
  }

  /** The faults of the values of a call. */
  values(call: ActionCall, given: Json): ActionFault[] {
    return this.#check(call)?.values(given, calleeOf(call)) ?? [];
  }

  /** True when each connector that has the action takes the arguments. */
  fitsAll(action: string, given: Json): boolean {
    return [...this.connectors.keys()].every(
      (connector) => this.written({ connector, connection: '', action }, given).length === 0,
    );
  }

  #check({ connector, action }: ActionCall): ArgumentCheck | undefined {
    const actions = this.connectors.get(connector)?.actions;
    const found = actions && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!found) return undefined;
    const check = this.#checks.get(found) ?? new ArgumentCheck(found.input);
    this.#checks.set(found, check);
    return check;
  }
}

function isKnown(value: Json | undefined): boolean {
  return value !== anyValue && value !== anyText;
}

function calleeOf({ connection, action }: ActionCall): string {
  return `\`${connection}.${action}\``;
}
