import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { callerHeader, signedCaller, trustNodes } from '../../../api/http/caller-address.js';

const vault = { sign: (text: string) => createHmac('sha256', 'key').update(text).digest('base64url') };

test('the address that a node states counts with its signature only, and no other text is an error', async () => {
  const app = fastify({ genReqId: () => 'request-1' });
  trustNodes(app, { vault });
  app.get('/', async (request) => request.ip);
  const ask = async (value: string) => {
    const answer = await app.inject({
      url: '/',
      remoteAddress: '127.0.0.1',
      headers: { [callerHeader]: value },
    });
    return [answer.statusCode, answer.body];
  };
  const value = signedCaller(vault, { id: 'request-1', ip: '203.0.113.7' } as never);
  expect(await ask(value)).toEqual([200, '203.0.113.7']);
  const [address, signature = ''] = value.split(' ');
  for (const other of ['', 'x', `${signature}A`, signature.slice(1), '\u00e9'.repeat(signature.length)])
    expect(await ask(`${address} ${other}`), other).toEqual([200, '127.0.0.1']);
});
