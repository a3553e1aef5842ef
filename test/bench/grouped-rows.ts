/** Rows of SQLite that are written with group commit, as the yardsticks of runs and calls do. */
import { DatabaseSync } from '@photostructure/sqlite';

/** Opens a file and returns a function that resolves when its row is on disk. */
export function openRows(path: string): (body: string) => Promise<void> {
  const database = new DatabaseSync(path);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table rows (id integer primary key, body text)',
  );
  const insert = database.prepare('insert into rows (body) values (?)');
  let waiting: { body: string; resolve: () => void }[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    database.exec('begin immediate');
    for (const { body } of batch) insert.run(body);
    database.exec('commit');
    for (const { resolve } of batch) resolve();
  }

  return (body) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ body, resolve });
    });
}
