import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { bind, type DataDirectory, type Storage, writePrivateFile } from '../storage/index.js';
import { createApiKey } from './api-key.js';
import { digestOf } from './digest.js';
import { hashPassword } from './password.js';

export interface InitialAdmin {
  user: string;
  password: string;
  apiKey: string;
}

/**
 * An installation without users gets `admin` with a random password and one admin API key, written to
 * `initial-admin.json` (mode 0600) before they count. Undefined where there are users.
 */
export async function ensureAdmin(storage: Storage, data: DataDirectory): Promise<InitialAdmin | undefined> {
  const users = await storage.db.selectFrom('users').select('name').limit(1).execute();
  if (users.length > 0) return undefined;
  const file = data.file('initial-admin.json');
  // A start that died between file and database is finished with what the file says.
  const admin = readInitialAdmin(file) ?? {
    user: 'admin',
    password: randomBytes(18).toString('base64url'),
    apiKey: createApiKey('live'),
  };
  writePrivateFile(file, `${JSON.stringify(admin, null, 2)}\n`);
  const password = await hashPassword(admin.password);
  const insertUser = storage.statement<{ name: string; role: string; password: string; created_at: number }>(
    (db, p) =>
      db
        .insertInto('users')
        .values({ name: p.name, role: p.role, password: p.password, created_at: p.created_at }),
  );
  const insertKey = storage.statement<{
    id: string;
    name: string;
    role: string;
    digest: string;
    created_at: number;
  }>((db, p) =>
    db
      .insertInto('api_keys')
      .values({ id: p.id, name: p.name, role: p.role, digest: p.digest, created_at: p.created_at }),
  );
  const now = Date.now();
  await storage.commit({
    collect: () => [
      bind(insertUser, { name: admin.user, role: 'admin', password, created_at: now }),
      bind(insertKey, {
        id: randomUUID(),
        name: 'initial-admin',
        role: 'admin',
        digest: digestOf(admin.apiKey),
        created_at: now,
      }),
    ],
  });
  return admin;
}

function readInitialAdmin(file: string): InitialAdmin | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { user, password, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<InitialAdmin>;
    return user && password && apiKey ? { user, password, apiKey } : undefined;
  } catch {
    return undefined;
  }
}
