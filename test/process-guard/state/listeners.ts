import type { EventEmitter } from 'node:events';
import { describeValue, type Leak, type Watch } from './watch.js';

/** Watches the listeners of the process and of its outputs. */
export function watchListeners(): Watch {
  const watches = [
    watchEmitter('process', process),
    watchEmitter('process.stdout', process.stdout),
    watchEmitter('process.stderr', process.stderr),
  ];
  return { mayEnd: true, findLeaks: () => watches.flatMap((watch) => watch.findLeaks()) };
}

function watchEmitter(name: string, emitter: EventEmitter): Watch {
  const before = getListeners(emitter);
  return {
    findLeaks() {
      const after = getListeners(emitter);
      const events = new Set([...before.keys(), ...after.keys()]);
      return [...events].flatMap((event) =>
        compareListeners(name, emitter, event, before.get(event) ?? [], after.get(event) ?? []),
      );
    },
  };
}

/**
 * Listeners that packages add once for all that they do, and keep. `on-exit-leak-free`, of pino, has one for all of its streams
 * and removes it when the last of them is collected; `signal-exit` has one for each signal while it has a listener.
 */
const ofPackages = /\bcallRefs\('(?:exit|beforeExit)'\)|If there are no other listeners, an exit is coming/;

/**
 * Names of the listeners that `pipe` of Node adds to its target. Node pipes the outputs of each thread to those of the process,
 * and a pool that all of a process shares keeps threads for a while.
 */
const ofPipes = new Set(['onclose', 'ondrain', 'onerror', 'onfinish', 'onunpipe']);

type Listener = ((...values: unknown[]) => void) & { listener?: Listener };

function getListeners(emitter: EventEmitter): Map<string | symbol, Listener[]> {
  const watched = (event: string | symbol): Listener[] =>
    (emitter.rawListeners(event) as Listener[]).filter(
      (listener) =>
        !ofPackages.test(String(listener)) &&
        (emitter === process || !ofPipes.has((listener.listener ?? listener).name)),
    );
  return new Map(emitter.eventNames().map((event) => [event, watched(event)]));
}

function compareListeners(
  name: string,
  emitter: EventEmitter,
  event: string | symbol,
  before: Listener[],
  after: Listener[],
): Leak[] {
  const counts = `before ${before.length}, after ${after.length}`;
  const leak = (change: string, listener: Listener, restore: () => void): Leak => ({
    text: `listener of ${name} on "${String(event)}" ${change}: ${counts}; ${describeValue(listener)}`,
    restore,
  });
  return [
    ...without(after, before).map((listener) =>
      leak('was added', listener, () => emitter.removeListener(event, listener)),
    ),
    ...without(before, after).map((listener) =>
      leak('was removed', listener, () => emitter.on(event, listener)),
    ),
  ];
}

/** Returns what remains of `listeners` when each of `others` is taken away once. */
function without(listeners: readonly Listener[], others: readonly Listener[]): Listener[] {
  const left = [...others];
  return listeners.filter((listener) => {
    const at = left.indexOf(listener);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
