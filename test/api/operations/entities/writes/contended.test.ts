import { expect, test } from 'vitest';
import { eventually, patience } from '../../../../eventually.js';
import { entities } from './git-service.js';
import { pushFromOutside, RemoteService } from './remote-service.js';

const wanted = 4;
/** The least time between pushes of other writers, over HTTP like those of the service. */
const pauseMs = 500;
/** On a machine under heavy load a push takes seconds, and only some of them win. */
const enoughMs = 4 * patience;

test('writes reach the remote while another clone pushes continually, and its pushes still get through', {
  timeout: 2 * enoughMs,
}, async () => {
  const it = await RemoteService.start();
  const { service } = it;
  const pushed = { here: [] as string[], outside: [] as string[] };
  const stopped = new AbortController();
  const isEnough = () => pushed.here.length >= wanted && pushed.outside.length >= wanted;
  const outsider = (async () => {
    for (let count = 0; !stopped.signal.aborted; count++) {
      const started = performance.now();
      if (await pushFromOutside(it, count)) pushed.outside.push(`outside ${count}`);
      // A slow machine slows the pushes of the service too: they need as much room.
      const pause = Math.max(pauseMs, 2 * (performance.now() - started));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  const writer = (async () => {
    for (let count = 0; !stopped.signal.aborted; count++) {
      const message = `write ${count}`;
      const url = `${entities}/connection/crm?message=${encodeURIComponent(message)}`;
      const answer = await service.patch(url, { title: message });
      expect(answer.statusCode, answer.body).toBe(200);
      if (answer.json().push === 'pushed') pushed.here.push(message);
    }
  })();
  await eventually(isEnough, enoughMs).finally(() => stopped.abort());
  await Promise.all([outsider, writer]);
  const there = it.subjects();
  for (const message of [...pushed.here, ...pushed.outside]) expect(there).toContain(message);
  expect(there.filter((message, at) => there.indexOf(message) !== at)).toEqual([]);
});
