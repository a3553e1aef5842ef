import { useEffect, useEffectEvent, useState } from 'react';
import type { StreamEvent } from './event-parser.js';
import { followEvents } from './event-stream.js';

export type Connection = 'connecting' | 'live' | 'lost';

/**
 * Follows a stream while the page is in view: a browser has six connections to a service over HTTP 1.1, for all tabs.
 * @param path undefined: no stream
 * @param listener returns true after the last event
 */
export function useLive(path: string | undefined, listener: (event: StreamEvent) => boolean): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    if (path === undefined) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const follow = () => {
      stop?.();
      stop = undefined;
      if (document.hidden || isOver) return;
      stop = followEvents(
        path,
        (event) => {
          isOver = onEvent(event);
          return isOver;
        },
        (isConnected) => setConnection(isConnected ? 'live' : 'lost'),
      );
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop?.();
    };
  }, [path]);
  return connection;
}

/** Returns a function that calls `action` at most once in `everyMs`, also after the last request. */
export function useThrottled(action: () => void, everyMs: number): () => void {
  const onAction = useEffectEvent(action);
  const [throttle] = useState(() => new Throttle(everyMs));
  useEffect(() => {
    throttle.action = () => onAction();
    return () => throttle.stop();
  }, [throttle]);
  return throttle.request;
}

class Throttle {
  action: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = 0;

  constructor(private readonly everyMs: number) {}

  readonly request = (): void => {
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#lastMs + this.everyMs - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastMs = Date.now();
      this.action();
    }, waitMs);
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
