import { bind, type Storage } from '../storage/index.js';

type Row = {
  id: string;
  name: string;
  role: string;
  digest: string;
  created_at: number;
  created_by: string | null;
  expires_at: number | null;
};

/** The writes of API keys, to be committed. */
export function apiKeyTable(storage: Storage) {
  const insert = storage.statement<Row>((db, p) =>
    db.insertInto('api_keys').values({
      id: p.id,
      name: p.name,
      role: p.role,
      digest: p.digest,
      created_at: p.created_at,
      created_by: p.created_by,
      expires_at: p.expires_at,
    }),
  );
  const update = storage.statement<Pick<Row, 'id' | 'role' | 'expires_at'>>((db, p) =>
    db.updateTable('api_keys').set({ role: p.role, expires_at: p.expires_at }).where('id', '=', p.id),
  );
  const remove = storage.statement<Pick<Row, 'id'>>((db, p) =>
    db.deleteFrom('api_keys').where('id', '=', p.id),
  );
  const touch = storage.statement<{ id: string; at: number }>((db, p) =>
    db.updateTable('api_keys').set({ last_used_at: p.at }).where('id', '=', p.id),
  );
  return {
    insert: (row: Row) => bind(insert, row),
    update: (row: Pick<Row, 'id' | 'role' | 'expires_at'>) => bind(update, row),
    remove: (row: Pick<Row, 'id'>) => bind(remove, row),
    touch: (row: { id: string; at: number }) => bind(touch, row),
  };
}
