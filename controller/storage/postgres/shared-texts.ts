import type pg from 'pg';
import type { SharedTexts } from '../contract/statements.js';
import type { PostgresCommit } from './postgres-commit.js';

/** Not part of `Tables`: where no other process can take over, these texts are files. */
export const sharedTextsTable = `create table if not exists shared_texts (
  name text collate "C" primary key,
  content text not null
)`;

const upsert =
  'insert into shared_texts (name, content) values ($1, $2) on conflict (name) do update set content = excluded.content';

export function sharedTexts(pool: pg.Pool, commit: PostgresCommit): SharedTexts {
  return {
    async read(name) {
      const { rows } = await pool.query('select content from shared_texts where name = $1', [name]);
      return rows[0]?.content;
    },
    write: (name, text) => commit.commit({ collect: () => [{ sql: upsert, values: [name, text] }] }),
  };
}
