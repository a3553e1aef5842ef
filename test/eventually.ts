/** Milliseconds that a test waits for a condition, enough for a machine under heavy load. */
export const patience = 60_000;

/**
 * Polls until `check` returns a truthy value, with growing pauses, so that checks of the service stay below its limit on
 * requests. @throws when the time is over
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  ms = patience,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + ms;
  for (let pause = 5; ; pause = Math.min(pause * 1.1, 200)) {
    const found = await check();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    if (performance.now() > deadline) throw new Error(`not so after ${ms} ms: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
