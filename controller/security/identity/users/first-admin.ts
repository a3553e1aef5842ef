import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  bind,
  type DataDirectory,
  insertStatement,
  type Storage,
  writePrivateFile,
} from '../../../storage/index.js';
import { computeDigest, createApiKey } from '../credentials/credential-index.js';
import { hashPassword } from './password.js';

export interface InitialAdmin {
  user: string;
  password: string;
  apiKey: string;
}

/**
 * Creates `admin` with a random password and one admin API key in an installation without users. Both are written to
 * `initial-admin.json` (mode 0600) before they are valid. Returns undefined when there are users.
 */
export async function ensureAdmin(storage: Storage, data: DataDirectory): Promise<InitialAdmin | undefined> {
  const users = await storage.db.selectFrom('users').select('name').limit(1).execute();
  if (users.length > 0) return undefined;
  const file = data.file('initial-admin.json');
  // A start that stopped between file and database is completed with the content of the file.
  const admin = readInitialAdmin(file) ?? {
    user: 'admin',
    password: randomBytes(18).toString('base64url'),
    apiKey: createApiKey('live'),
  };
  writePrivateFile(file, `${JSON.stringify(admin, null, 2)}\n`);
  const password = await hashPassword(admin.password);
  const insertUser = insertStatement(storage, 'users', ['name', 'role', 'password', 'created_at']);
  const insertKey = insertStatement(storage, 'api_keys', ['id', 'name', 'role', 'digest', 'created_at']);
  const [role, created_at] = ['admin', Date.now()];
  const digest = computeDigest(admin.apiKey);
  await storage.commit([
    bind(insertUser, { name: admin.user, role, password, created_at }),
    bind(insertKey, { id: randomUUID(), name: 'initial-admin', role, digest, created_at }),
  ]);
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
