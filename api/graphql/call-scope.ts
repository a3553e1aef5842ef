import type { JsonObject } from '../../schemas/json.js';
import type { OperationContext } from '../operations/operation.js';
import { perform } from '../operations/perform.js';
import { operationNamed } from '../operations/registry.js';
import { prepareGiven } from '../rest/given-input.js';

/** What the fields of one request share. */
export interface CallScope {
  /** Performs an operation as the caller. */
  call(operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** As `call`, for operations that only read: asked twice for the same, it asks once. */
  read(operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The branch that is meant when none is named. */
  readonly production: string;
}

/** @param contextOf gives each operation a context of the request that all fields are part of */
export function createCallScope(contextOf: () => OperationContext): CallScope {
  const answers = new Map<string, Promise<unknown>>();
  const call: CallScope['call'] = async (name, input) => {
    const operation = operationNamed(name);
    const given = prepareGiven(operation, { ...input } as JsonObject);
    const { value } = await perform(operation, contextOf(), given);
    return value ?? true;
  };
  return {
    production: contextOf().controller.branches.production,
    call,
    read(name, input) {
      const key = `${name} ${JSON.stringify(input)}`;
      let answer = answers.get(key);
      if (!answer) {
        answer = call(name, input);
        answers.set(key, answer);
      }
      return answer;
    },
  };
}
