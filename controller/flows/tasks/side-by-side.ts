import type { Json } from '../../../schemas/json/types.js';
import { JoinedSignal } from '../../concurrency/signals.js';
import { Cancelled } from '../plan/errors.js';
import { END, type Scope } from '../plan/node.js';

/** The end of one iteration: its output, whether it ended the flow, or its error. */
type Ending = { output: Json; ends: boolean } | { error: unknown };

/** Performs the iteration of an index under a signal. */
export type Iterate = (index: number, signal: AbortSignal) => Promise<{ output: Json; ends: boolean }>;

/**
 * Performs `count` iterations, at most `concurrency` of them at a time, in order of their indexes; resolves with the list
 * of their outputs. The first fault, and the first `end` of the flow, cancels the other iterations and decides the
 * outcome. The host records which iteration decided, so that a replay ends the same way.
 */
export async function runSideBySide(
  scope: Scope,
  { count, concurrency }: { count: number; concurrency: number },
  iterate: Iterate,
): Promise<Json> {
  const { host } = scope.frame.run;
  const own = new JoinedSignal(scope.signal);
  const outputs = new Array<Json>(count).fill(null);
  let next = 0;
  let decided: Json | undefined;
  let ending: Ending | undefined;
  // Once the outcome is known, no iteration begins that the first run did not begin.
  const isLeft = () => ending === undefined && next < (typeof decided === 'number' ? decided + 1 : count);
  const work = async (): Promise<void> => {
    while (isLeft()) {
      const index = next++;
      const result = await settled(iterate(index, own.signal));
      const failed = 'error' in result;
      if (failed && scope.signal.aborted) throw scope.signal.reason;
      if (ending !== undefined) return;
      if (failed || result.ends) {
        if (host.beforeDecision) await host.beforeDecision(`${scope.key}:decided`);
        decided ??= host.value(`${scope.key}:decided`, () => index);
        // On a replay another iteration may come first; the recorded one still decides.
        if (decided !== index) continue;
        ending = result;
        own.abort(new Cancelled('Another iteration ended the loop'));
      } else outputs[index] = result.output;
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, count) }, work);
  try {
    await Promise.all(workers);
  } finally {
    own.abort(new Cancelled('Another iteration ended the loop'));
    await Promise.allSettled(workers);
  }
  return outcome(ending, outputs, scope);
}

function outcome(ending: Ending | undefined, outputs: Json[], scope: Scope): Json {
  if (ending === undefined) return outputs;
  if ('error' in ending) throw ending.error;
  scope.directive = END;
  return ending.output;
}

async function settled(iteration: ReturnType<Iterate>): Promise<Ending> {
  try {
    return await iteration;
  } catch (error) {
    return { error };
  }
}
