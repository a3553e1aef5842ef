/**
 * The yardstick of `runs` and `peers`: a bare Fastify route that writes one SQLite row per request, with group commit.
 * Arguments: the database file, and the rows of a request, each of which is on disk before the next one is written.
 */
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';

const [file = '', rows = '1'] = process.argv.slice(2);
const database = new DatabaseSync(file || ':memory:');
database.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table rows (id integer primary key, body text)',
);
const insert = database.prepare('insert into rows (body) values (?)');
let waiting: { body: string; resolve: () => void }[] = [];

function write(body: string): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ body, resolve });
  });
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  database.exec('begin immediate');
  for (const { body } of batch) insert.run(body);
  database.exec('commit');
  for (const { resolve } of batch) resolve();
}

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
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
