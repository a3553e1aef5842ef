import type { Json } from '../../schemas/json/types.js';
import { bind, type Storage, upsertStatement, type Write } from './contract/statements.js';

/** Facts about the installation, by name: one JSON value each. They stay with the database and are in no backup. */
export class InstallationFacts {
  readonly #upsert;

  constructor(private readonly storage: Storage) {
    this.#upsert = upsertStatement(storage, 'installation', ['name'], ['value']);
  }

  async read(name: string): Promise<Json | undefined> {
    const row = await this.storage.db
      .selectFrom('installation')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && (JSON.parse(row.value) as Json);
  }

  /** Returns the write of a fact, for the transaction of what it belongs to. */
  write(name: string, value: Json): Write {
    return bind(this.#upsert, { name, value: JSON.stringify(value) });
  }
}
