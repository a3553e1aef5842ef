import type { JsonObject } from '../../../schemas/json/types.js';
import { prepareGiven } from '../../operations/given-input.js';
import { perform } from '../../operations/shared/authorization.js';
import type { Operation, OperationContext } from '../../operations/shared/operation.js';

/** The calls that the fields of one request share. */
export interface CallScope {
  /** Calls an operation as the caller. */
  call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** As `call`, for operations that only read; equal calls of one request are made once. */
  read(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The default branch. */
  readonly production: string;
}

/** @param contextOf returns a context of the request for each operation */
export function createCallScope(contextOf: () => OperationContext): CallScope {
  const answers = new Map<string, Promise<unknown>>();
  const call: CallScope['call'] = async (operation, input) => {
    const given = prepareGiven(operation, { ...input } as JsonObject);
    const { value } = await perform(operation, contextOf(), given);
    return value ?? true;
  };
  return {
    production: contextOf().controller.branches.production,
    call,
    read(operation, input) {
      const key = `${operation.name} ${JSON.stringify(input)}`;
      const answer = answers.get(key) ?? call(operation, input);
      answers.set(key, answer);
      return answer;
    },
  };
}
