import { expect, test } from 'vitest';
import {
  addressDestinations,
  serverDestination,
} from '../../../../controller/security/policy/destination.js';
import { allowsHost } from '../../../../controller/security/policy/host-pattern.js';

test.each([
  ['https://api.example.com', 'https://api.example.com', true],
  ['https://API.example.com/', 'https://api.example.com', true],
  ['https://api.example.com:443', 'https://api.example.com', true],
  ['https://api.example.com', 'https://api.example.com:8443', false],
  ['https://api.example.com', 'http://api.example.com', false],
  ['https://api.example.com', 'https://api.example.com.evil.example', false],
  ['https://api.example.com', 'https://evil.example', false],
  ['api.example.com', 'https://api.example.com:8443', true],
  ['api.example.com', 'tcp://api.example.com:5432', true],
  ['api.example.com', 'https://sub.api.example.com', false],
  ['db.example.com:5432', 'tcp://db.example.com:5432', true],
  ['db.example.com:5432', 'tcp://DB.example.com:5432', true],
  ['db.example.com:5432', 'tcp://db.example.com:5433', false],
  ['db.example.com:5432', 'https://db.example.com:5432', true],
  ['*.example.com', 'https://api.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['*.example.com', 'https://a.b.example.com', false],
  ['*.example.com', 'https://apiexample.com', false],
  ['https://*.example.com', 'http://api.example.com', false],
  ['127.0.0.1', 'http://127.1:80', true],
  ['[::1]:6379', 'tcp://[::1]:6379', true],
  ['wss://feed.example.com', 'wss://feed.example.com', true],
  ['wss://feed.example.com', 'tcp://feed.example.com:443', true],
  ['wss://feed.example.com', 'tcp://feed.example.com:80', false],
  ['https://api.example.com', 'tcp://api.example.com', true],
  ['https://xn--bcher-kva.example', 'https://bücher.example', true],
  ['', 'https://api.example.com', false],
  ['*', 'https://api.example.com', false],
  ['https://api.example.com', 'no address', false],
  ['https://user@api.example.com', 'https://api.example.com', false],
])('%s for %s: %s', (pattern, origin, isAllowed) => {
  expect(allowsHost(pattern, origin)).toBe(isAllowed);
});

test('an address has the destination of its origin, or of the secret that it is', () => {
  expect(addressDestinations('https://a.example/x?y', undefined, { secret: 'hook', key: 'url' })).toEqual([
    { origin: 'https://a.example' },
    { secret: 'hook', key: 'url' },
  ]);
  expect(serverDestination({ host: '::1', port: 6379 })).toEqual([{ origin: 'tcp://[::1]:6379' }]);
  expect(serverDestination({ host: { secret: 'db', key: 'host' }, port: 1 })).toEqual([
    { secret: 'db', key: 'host' },
  ]);
});
