import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { prepareGiven } from '../../operations/given-input.js';
import { perform as authorized } from '../../operations/shared/authorization.js';
import type {
  Operation,
  OperationContext,
  StreamItem,
  StreamPart,
} from '../../operations/shared/operation.js';

/** The calls that the fields of one request share. */
export interface CallScope {
  /** Calls an operation as the caller; reads after it see what it changed. */
  call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** As `call`, for operations that only read; equal calls of one request are made once. */
  read(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Calls an operation whose answer is a stream. */
  stream(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<AsyncIterable<StreamItem>>;
  /** Returns a context of the request. */
  context(): OperationContext;
  /** The default branch. */
  readonly production: string;
}

async function* singly(stream: AsyncIterable<StreamPart>): AsyncGenerator<StreamItem> {
  for await (const part of stream) yield* Array.isArray(part) ? part : [part as StreamItem];
}

/** @param getContext returns a context of the request for each operation */
export function createCallScope(getContext: () => OperationContext): CallScope {
  const answers = new Map<string, Promise<unknown>>();
  const perform = (operation: Operation, input: Readonly<Record<string, unknown>>) =>
    authorized(operation, getContext(), prepareGiven(operation, { ...input } as JsonObject));
  const call: CallScope['call'] = async (operation, input) => (await perform(operation, input)).value ?? true;
  return {
    context: getContext,
    async stream(operation, input) {
      const { stream } = await perform(operation, input);
      if (!stream) throw new Error(`${operation.name} has no stream`);
      return singly(stream);
    },
    production: getContext().controller.branches.production,
    async call(operation, input) {
      try {
        return await call(operation, input);
      } finally {
        // The write may have changed earlier answers.
        answers.clear();
      }
    },
    read(operation, input) {
      const key = `${operation.name} ${toJsonText(input)}`;
      const answer = answers.get(key) ?? call(operation, input);
      answers.set(key, answer);
      return answer;
    },
  };
}
