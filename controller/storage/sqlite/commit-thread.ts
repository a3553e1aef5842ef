import { parentPort, workerData } from 'node:worker_threads';
import { type CommitAnswer, type CommitJob, closing } from './commit-job.js';
import { openSqlite } from './sqlite-engine.js';
import { Transactions } from './transactions.js';

// Entry of a worker thread that writes to the database: neither SQLite's work nor the wait for the disk stops the service.
const { path } = workerData as { path: string };
const database = openSqlite(path);
database.exec('pragma synchronous = full; pragma busy_timeout = 5000');
const transactions = new Transactions(database);
const known: CommitJob['statements'][number][] = [];

function perform({ statements, writes }: CommitJob): CommitAnswer {
  known.push(...statements);
  const error = transactions.attempt(() => {
    for (let at = 0; at < writes.length; ) {
      const { sql, places } = known[writes[at] as number] as (typeof known)[number];
      transactions.statement(sql).run(...writes.slice(at + 1, at + 1 + places));
      at += 1 + places;
    }
  });
  return error && { message: error.message };
}

parentPort?.on('message', (job: CommitJob | typeof closing) => {
  if (job === closing) database.close();
  parentPort?.postMessage(job === closing ? undefined : perform(job));
});
parentPort?.postMessage('ready');
