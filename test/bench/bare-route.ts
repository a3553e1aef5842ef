/**
 * The yardsticks of `runs`, `http-calls` and `peers`: bare Fastify routes that write SQLite rows with group commit, one for each
 * of three calls of a server, or so many one after the other.
 * Arguments: the file, the address of the server, the rows of a request of `/greet`.
 */
import Fastify from 'fastify';
import { Pool } from 'undici';
import { openRows } from './grouped-rows.js';
import { openRunRows } from './run-rows.js';

const [path = ':memory:', server = 'http://127.0.0.1', rows = '1'] = process.argv.slice(2);
const write = openRows(path);
let runRows: ReturnType<typeof openRunRows> | undefined;
const pool = new Pool(server, { connections: 64 });

const app = Fastify();
app.post('/rows', async (request) => {
  await write(JSON.stringify(request.body));
  return request.body;
});
app.post<{ Body: { name: string } }>('/greet', async ({ body }) => {
  const answer = { greeting: `Hello, ${body.name}` };
  for (let row = 0; row < Number(rows); row++) await write(JSON.stringify(answer));
  return answer;
});
app.post<{ Body: { name: string } }>('/run-rows', async ({ body }) => {
  runRows ??= openRunRows(`${path}.runs`);
  return (await runRows)(body, { greeting: `Hello, ${body.name}` });
});
app.post('/calls', async () => {
  let item: unknown;
  for (let call = 0; call < 3; call++) {
    const { body } = await pool.request({ path: '/item', method: 'GET' });
    item = await body.json();
    await write(JSON.stringify(item));
  }
  return item;
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
