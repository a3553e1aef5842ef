import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const agents = /\bnew (?:Agent|Pool|Client|ProxyAgent|EnvHttpProxyAgent|RetryAgent)\(/;

test('every agent of undici is made by this room', () => {
  const files = ['api', 'cli', 'controller'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const users = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /(?:from|import\() ?'undici'/.test(text) && agents.test(text);
  });
  expect(users.filter((file) => !file.startsWith(join('controller', 'http-client')))).toEqual([]);
});
