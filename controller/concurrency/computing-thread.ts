import { parentPort } from 'node:worker_threads';
import { codeRoot, isSource } from '../../schemas/code-root.js';
import { type ComputingJob, copy, restore } from './computing-messages.js';

// Entry of a worker thread: calls the function `compute` of the module that each job names.

interface Computing {
  compute(argument: unknown): unknown;
}

/** By path. */
const modules = new Map<string, Promise<Computing>>();

parentPort?.on('message', async ({ module, input }: ComputingJob) => {
  const { compute } = await loadModule(module);
  parentPort?.postMessage(copy(compute(restore(input)), 'result'));
});
parentPort?.postMessage('ready');

function loadModule(path: string): Promise<Computing> {
  const loadedModule = modules.get(path);
  if (loadedModule) return loadedModule;
  const module = import(new URL(`${path}.${isSource ? 'ts' : 'js'}`, codeRoot).href) as Promise<Computing>;
  modules.set(path, module);
  return module;
}
