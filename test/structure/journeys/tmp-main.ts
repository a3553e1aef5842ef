import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FollowedService } from './followed-service.js';
import { files, journeys } from './journeys.js';
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const service = await FollowedService.start(files);
const take = async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const m = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    if (!url.startsWith('file:') || url.includes('node_modules') || url.includes('/test/')) continue;
    const called = functions.filter(({ ranges: [b] }) => b && b.startOffset > 0 && b.count > 0).map((f) => f.functionName + '@' + f.ranges[0]?.startOffset);
    if (called.length) m.set(url.replace(/^.*\/main\//, ''), new Set(called));
  }
  return m;
};
for (const journey of journeys.filter((j) => !process.argv[2] || j.name.startsWith(process.argv[2]))) {
  const call = await journey.prepare(service);
  await call.run();
  await sleep(1500);
  let common: Map<string, Set<string>> | undefined;
  for (let r = 0; r < 4; r++) {
    await take();
    await call.run();
    await sleep(20);
    const m = await take();
    common = new Map([...m].filter(([f]) => !common || common.has(f)).map(([f, s]) => [f, new Set([...s].filter((x) => !common || common.get(f)?.has(x)))]));
    do await sleep(400); while ((await take()).size > 0);
  }
  console.log('==', journey.name, common?.size);
  for (const [f, s] of [...(common ?? [])].sort()) console.log(f, s.size, [...s].map((x) => x.replace(/@.*/, '')).filter(Boolean).slice(0, 6).join(' '));
  await call.close?.();
}
await service.stop();
process.exit(0);
