import { createHook } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Leak, Watch } from './watch.js';

/** Members of Node's timers that have no type. */
interface Timer extends NodeJS.Timeout {
  readonly _idleTimeout: number;
  readonly _repeat: number | null;
  readonly _destroyed: boolean;
}

const endTimer = clearTimeout;

const ofVitest = /node_modules\/(?:@?vitest|vite)\/|process-guard\/guarded-runner/;

/** Watches whether fake timers are on. */
export function watchFakeTimers(): Watch {
  const before = vi.isFakeTimers();
  return {
    findLeaks() {
      if (vi.isFakeTimers() === before) return [];
      const text = `fake timers: before ${before ? 'on' : 'off'}, after ${before ? 'off' : 'on'}`;
      return [{ text, restore: () => (before ? vi.useFakeTimers() : vi.useRealTimers()) }];
    },
  };
}

/**
 * Watches timers that are made while a file runs. A timer counts when it would keep the process alive, or when it is an
 * interval. A single timer without a reference ends by itself: libraries have such for their idle connections.
 */
export function watchTimers(): Watch {
  const timers = new Map<WeakRef<Timer>, Error>();
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'Timeout') timers.set(new WeakRef(resource as Timer), new Error());
    },
  });
  hook.enable();
  return {
    mayEnd: true,
    findLeaks: () =>
      [...timers].flatMap(([reference, made]): Leak[] => {
        const timer = reference.deref();
        if (!timer || !isLeft(timer)) return [];
        // The text of a stack is made when it is read, which takes as long as a small test.
        const { stack = '' } = made;
        if (isOfVitest(stack)) return [];
        const kind = timer._repeat ? 'interval' : 'timer';
        const text = `${kind} of ${timer._idleTimeout} ms: before none, after one, made${getMaker(stack)}`;
        return [{ text, restore: () => endTimer(timer) }];
      }),
    end: () => hook.disable(),
  };
}

function isLeft(timer: Timer): boolean {
  return !timer._destroyed && timer._idleTimeout >= 0 && (timer.hasRef() || Boolean(timer._repeat));
}

/** Returns the frames of the stack outside Node and this file. */
function getFrames(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/\bnode:|process-guard\/state\//.test(line))
    .map((line) => line.trim());
}

function isOfVitest(stack: string): boolean {
  return ofVitest.test(getFrames(stack)[0] ?? '');
}

/** Returns the frames from the maker of the timer to the first outside packages, without those of vitest. */
function getMaker(stack: string): string {
  const frames = getFrames(stack).filter((frame) => !ofVitest.test(frame));
  if (frames.length === 0) return ' by Node';
  const last = frames.findIndex((frame) => !frame.includes('node_modules'));
  return `\n    ${frames.slice(0, Math.max(last, 0) + 3).join('\n    ')}`;
}
