import type { Json } from '../../schemas/json.js';
import { type EffectContext, FlowError, type FlowErrorBody, type StepKey } from '../flows/contract.js';
import { hardLimit, isLargerThan, jsonText, outputTooLarge, runOutputTooLarge } from './errors.js';
import type { Outcome } from './journal.js';
import { maskError } from './journal-buffer.js';
import type { Surroundings } from './surroundings.js';

/** Performs a step: what it gave, or the error of the flow that it threw. @throws what is neither */
export async function outcomeOf(
  key: StepKey,
  perform: (context: EffectContext) => Promise<Json>,
  { limits, sealing }: Pick<Surroundings, 'limits' | 'sealing'>,
  context: EffectContext,
): Promise<Outcome> {
  try {
    const output = (await perform(context)) ?? null;
    refuseTooLarge(jsonText(output), limits.taskOutput);
    return { t: 'effect', key, output };
  } catch (error) {
    // Masked at once: whoever goes on from the journal sees the same.
    if (error instanceof FlowError) return { t: 'effect', key, error: maskError(error.body, sealing) };
    throw error;
  }
}

/** @throws FlowError for an output larger than a task may have */
export function refuseTooLarge(text: string, limit: number): void {
  if (isLargerThan(text, limit)) throw outputTooLarge(limit);
}

/** Why a run may not give this output; null when it may. */
export function refusalOf(output: Json): FlowErrorBody | null {
  return isLargerThan(JSON.stringify(output), hardLimit) ? runOutputTooLarge() : null;
}
