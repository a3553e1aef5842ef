/** How long a test waits for what must come, in ms: also on a machine that does a hundred other things. */
export const patience = 60_000;

/**
 * Polls until `check` answers with something true, less and less often: a check that asks the service is not to meet the
 * limit on requests. @throws when it does not in time
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
