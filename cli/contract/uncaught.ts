/** Called with an exception that no one has caught, or with the reason of a rejection that no one has handled. */
export type UncaughtHandler = (error: unknown) => void;

let current: UncaughtHandler | undefined;

/**
 * Has the handler called for all that escapes in this process from now on, in place of the one before. Node calls the same
 * event for both sorts.
 */
export function handleUncaught(handler: UncaughtHandler): void {
  if (current === undefined) process.on('uncaughtException', (error: unknown) => current?.(error));
  current = handler;
}

/** As `handleUncaught`, in a process of svc only: others, such as tests, keep their own handlers. */
export function replaceUncaughtHandler(handler: UncaughtHandler): void {
  if (current !== undefined) current = handler;
}
