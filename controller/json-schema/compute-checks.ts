import { ComputationLost, computeInThread } from '../concurrency/computing.js';
import { type ArgumentFault, FaultWording } from './argument-fault.js';
import type { ArgumentComputation, SchemaComputation, SchemaOutcome } from './computations.js';

/** Checks a value in a thread. @throws the reason of the signal */
export async function computeChecks(
  computation: SchemaComputation,
  signal?: AbortSignal,
): Promise<SchemaOutcome> {
  try {
    return await computeInThread('controller/json-schema/schema-computation', computation, signal);
  } catch (error) {
    if (!(error instanceof ComputationLost)) throw error;
    return { findings: [{ pointer: '', message: `cannot be validated: ${error.message}` }], loss: error };
  }
}

/** Checks the arguments of a call in a thread. @throws the reason of the signal */
export async function computeArgumentChecks(
  computation: ArgumentComputation,
  signal?: AbortSignal,
): Promise<ArgumentFault[]> {
  try {
    return await computeInThread('controller/json-schema/argument-computation', computation, signal);
  } catch (error) {
    if (!(error instanceof ComputationLost)) throw error;
    return [new FaultWording(computation.callee).wrong('', `cannot be validated: ${error.message}`)];
  }
}
