import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { compile, ExpressionError, type Program } from '../../expressions/index.js';
import type { Computation, Computed, Job } from './computation.js';

// Entry of a worker thread: evaluates one expression after the other.

/** A compiled expression takes some kilobytes. */
const mostPrograms = 200;
/** By variables and source. */
const programs = new BoundedMap<string, Program>(mostPrograms);

parentPort?.on('message', ({ data, ...wanted }: Job) => {
  const given = deserialize(data) as Omit<Computation, 'program'>;
  parentPort?.postMessage(serialize(compute(compiled(wanted), given)));
});
parentPort?.postMessage('ready');

function compute(program: Program, { input, variables, usage }: Omit<Computation, 'program'>): Computed {
  const began = performance.now();
  const done = () => ({ usage, computeMs: performance.now() - began });
  try {
    return { value: program.first(input, variables, usage), ...done() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, offset, kind, value } = error;
    return { failure: { message, offset, kind, value }, ...done() };
  }
}

function compiled({ source, variables }: Omit<Job, 'data'>): Program {
  const key = `${variables.join()}\n${source}`;
  const program = programs.get(key) ?? compile(source, { variables });
  // The one that was used last is the last to be replaced.
  programs.delete(key);
  programs.set(key, program);
  return program;
}
