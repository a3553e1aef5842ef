import { channel } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';

/** An exception of a listener of a fenced emitter. */
export interface Escape {
  readonly error: Error;
  /** Whose emitter it was, such as `http://shop.example.com`. */
  readonly owner: string;
}

const escapes = channel('svc:escape');

/** The `emit` of emitters before they were fenced. */
const unfenced = new WeakMap<EventEmitter, EventEmitter['emit']>();

/**
 * Has `failed` called with what listeners of the emitter throw, and with errors that have no listener: both would end the
 * process, though only the work of this emitter is concerned. Costs nothing until something is thrown, as no context is kept.
 * A further fence takes the place of the one before: the socket of a tunnel belongs to the requests in the tunnel.
 */
export function fenceEmitter(emitter: EventEmitter, owner: string, failed: (error: Error) => void): void {
  const emit = unfenced.get(emitter) ?? emitter.emit;
  unfenced.set(emitter, emit);
  emitter.emit = (...event: Parameters<EventEmitter['emit']>): boolean => {
    try {
      return emit.apply(emitter, event);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      escapes.publish({ error, owner } satisfies Escape);
      failed(new LibraryFailure(error));
      return true;
    }
  };
}

/** Calls the listener with all that fences catch from now on. Returns what ends that. */
export function onEscape(listener: (caught: Escape) => void): () => void {
  const listen = (message: unknown): void => listener(message as Escape);
  escapes.subscribe(listen);
  return () => void escapes.unsubscribe(listen);
}

/** The error of the work that a fence ended. It has no `cause`: users are not told what is wrong inside a library. */
class LibraryFailure extends Error {
  override name = 'LibraryFailure';
  constructor({ message }: Error) {
    super(`the client library failed: ${message}`);
  }
}
