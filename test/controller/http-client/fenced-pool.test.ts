import type { Socket } from 'node:net';
import { buildConnector, fetch } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Escape, onEscape } from '../../../controller/concurrency/emitter-fence.js';
import { createAgent } from '../../../controller/http-client/index.js';
import { eventually } from '../../eventually.js';
import { TestServer } from '../connectors/server.js';

let one: TestServer;
let other: TestServer;
let sockets: Socket[];
let escapes: Escape[];
let stop: () => void;

beforeEach(async () => {
  [sockets, escapes] = [[], []];
  stop = onEscape((caught) => escapes.push(caught));
  const answer: Parameters<typeof TestServer.start>[0] = ({ url }, response) => {
    if (url === '/waits') response.writeHead(200).write('begun');
    else response.end('answered');
  };
  [one, other] = await Promise.all([TestServer.start(answer), TestServer.start(answer)]);
});
afterEach(async () => {
  stop();
  await Promise.all([one.stop(), other.stop()]);
});

/** An agent whose sockets the test sees. */
function openAgent() {
  const connect = buildConnector({});
  return createAgent({
    connect: (place, done) =>
      connect(place, (...[error, socket]) => {
        if (error) return done(error, null);
        sockets.push(socket);
        done(null, socket);
      }),
  });
}

test('an exception in a socket ends the requests of its pool, those of other pools go on, and the pool is renewed', async () => {
  const dispatcher = openAgent();
  const waiting = [`${one.url}/waits`, `${one.url}/waits`, `${other.url}/waits`].map(async (url) =>
    (await fetch(url, { dispatcher })).text(),
  );
  const ends: string[] = [];
  for (const [index, each] of waiting.entries())
    each.then(
      () => ends.push(`${index} ended`),
      (error) => ends.push(`${index} ${String((error as Error).cause)}`),
    );
  await eventually(() => sockets.length === 3);
  const [first] = sockets.filter(({ remotePort }) => String(remotePort) === new URL(one.url).port);
  first?.on('planted', () => {
    throw new Error('planted');
  });
  first?.emit('planted');
  await eventually(() => ends.length === 2);
  const failure = 'LibraryFailure: the client library failed: planted';
  expect(ends.sort()).toEqual([`0 ${failure}`, `1 ${failure}`]);
  expect(escapes).toEqual([{ error: new Error('planted'), owner: `${one.url}/` }]);
  expect(await (await fetch(one.url, { dispatcher })).text()).toBe('answered');
  await dispatcher.destroy();
  await eventually(() => ends.length === 3);
});
