import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutedFiles } from './executed-files.js';
import type { FollowedService } from './followed-service.js';
import type { Journey } from './journeys.js';

const rounds = 4;
/** After an answer: time for the hooks that run once a response is sent. */
const afterAnswerMs = 20;
/** Work that follows a call has ended when no source file has executed for this long. */
const quietMs = 400;
const quietDeadlineMs = 20_000;

/**
 * Returns the files that every warm call of the journey executes, sorted. The first call is not counted. Timers of the
 * service run beside some calls only, so that the intersection over the rounds leaves them out.
 */
export async function countFiles(
  journey: Journey,
  service: FollowedService,
  executed: ExecutedFiles,
): Promise<string[]> {
  const call = await journey.prepare(service);
  try {
    await call.run();
    await quiet(executed);
    let common: Set<string> | undefined;
    for (let round = 0; round < rounds; round++) {
      await call.run();
      await sleep(afterAnswerMs);
      const files = await executed.take();
      common = new Set([...files].filter((file) => common?.has(file) ?? true));
      await quiet(executed);
    }
    return [...(common ?? [])].sort();
  } finally {
    await call.close?.();
  }
}

/** Waits until the service is idle, so that what one call left behind is not counted with the next. */
async function quiet(executed: ExecutedFiles): Promise<void> {
  const deadline = performance.now() + quietDeadlineMs;
  await executed.take();
  do await sleep(quietMs);
  while ((await executed.take()).size > 0 && performance.now() < deadline);
}
