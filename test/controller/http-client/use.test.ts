import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const agents = /\bnew (?:Agent|Pool|Client|ProxyAgent|EnvHttpProxyAgent|RetryAgent)\(/;

const files = ['api', 'cli', 'controller'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    // The console runs in browsers.
    .filter((file) => !file.startsWith(join('api', 'console'))),
);

test('every agent of undici is made by this room', () => {
  const users = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /(?:from|import\() ?'undici'/.test(text) && agents.test(text);
  });
  expect(users.filter((file) => !file.startsWith(join('controller', 'http-client')))).toEqual([]);
});

test('no request is sent by the global `fetch`', () => {
  const users = files.filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, '');
    return /\bawait fetch\(/.test(code) && !/\bfetch\b(?!\()/.test(code);
  });
  expect(users).toEqual([]);
});
