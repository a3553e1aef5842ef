import { createHmac } from 'node:crypto';
import { sign } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  hmacScheme,
  missingProof,
  namedSchemes,
  type SignatureScheme,
} from '../../../../controller/git/forges/webhooks/schemes.js';
import type { SignedRequest } from '../../../../controller/git/forges/webhooks/signatures.js';

const now = Date.UTC(2026, 10, 23, 12);
const secret = 'bXkgc2hhcmVkIHNlY3JldA==';

interface Sender {
  scheme: SignatureScheme;
  /** Signs as the sender does, by its own package or by what it publishes. */
  sign(body: string, key: string, at: number): Promise<Record<string, string>> | Record<string, string>;
  isTimed: boolean;
}

const digest = (algorithm: string, key: string, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(algorithm, key).update(text).digest(encoding);
const seconds = (at: number) => String(Math.floor(at / 1_000));

function standardHeaders(body: string, key: string, at: number): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': seconds(at),
    'webhook-signature': new Webhook(key).sign('msg_1', new Date(at), body),
  };
}

const senders: Record<string, Sender> = {
  'standard-webhooks': { scheme: namedSchemes['standard-webhooks'], sign: standardHeaders, isTimed: true },
  github: {
    scheme: namedSchemes.github,
    // Its own package refuses to sign an empty text.
    sign: async (body, key) => ({ 'x-hub-signature-256': await sign(key, body), 'x-github-delivery': 'd-1' }),
    isTimed: false,
  },
  'gitlab with a token': {
    scheme: namedSchemes.gitlab,
    sign: (_body, key) => ({ 'x-gitlab-token': key, 'idempotency-key': 'd-1' }),
    isTimed: false,
  },
  'gitlab with a signature': { scheme: namedSchemes.gitlab, sign: standardHeaders, isTimed: true },
  stripe: {
    scheme: namedSchemes.stripe,
    sign: (body, key, at) => ({
      'stripe-signature': new Stripe('sk_test').webhooks.generateTestHeaderString({
        payload: body,
        secret: key,
        timestamp: Math.floor(at / 1_000),
      }),
    }),
    isTimed: true,
  },
  shopify: {
    scheme: namedSchemes.shopify,
    sign: (body, key) => ({
      'x-shopify-hmac-sha256': digest('sha256', key, body, 'base64'),
      'x-shopify-webhook-id': 'd-1',
    }),
    isTimed: false,
  },
  slack: {
    scheme: namedSchemes.slack,
    sign: (body, key, at) => ({
      'x-slack-request-timestamp': seconds(at),
      'x-slack-signature': `v0=${digest('sha256', key, `v0:${seconds(at)}:${body}`)}`,
    }),
    isTimed: true,
  },
  'a sender without a scheme of its own': {
    scheme: hmacScheme({ header: 'X-Signature', prefix: 'sha512=', algorithm: 'sha512', encoding: 'hex' }),
    sign: (body, key) => ({ 'x-signature': `sha512=${digest('sha512', key, body)}` }),
    isTimed: false,
  },
  'a sender without a scheme of its own that signs a time': {
    scheme: hmacScheme({
      header: 'x-signature',
      timestampHeader: 'X-Time',
      algorithm: 'sha1',
      encoding: 'base64',
    }),
    sign: (body, key, at) => ({
      'x-time': seconds(at),
      'x-signature': digest('sha1', key, `${seconds(at)}.${body}`, 'base64'),
    }),
    isTimed: true,
  },
};

const request = (headers: Record<string, string>, body: string): SignedRequest => ({
  headers,
  body: Buffer.from(body),
});

describe.each(Object.entries(senders))('a request signed by %s', (_, { scheme, sign, isTimed }) => {
  test('is genuine with its own bytes and the right secret only', async () => {
    const bodies = fc.string({ minLength: 1, maxLength: 200, unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = Buffer.from(body).toString();
        const headers = await sign(text, secret, now);
        const other = Buffer.from('another secret').toString('base64');
        expect(scheme.isGenuine(request(headers, text), [secret], now)).toBe(true);
        expect(scheme.isGenuine(request(headers, text), [other, secret], now)).toBe(true);
        expect(scheme.isGenuine(request(headers, text), [other], now)).toBe(false);
        if (headers['x-gitlab-token'] === undefined)
          expect(scheme.isGenuine(request(headers, `${text} `), [secret], now)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test('is not genuine without one of its headers, or with an altered one', async () => {
    const headers = await sign('{"id":"a"}', secret, now);
    for (const [name, value] of Object.entries(headers)) {
      if (/-id$|-key$|delivery$/.test(name) && name !== 'webhook-id') continue;
      const { [name]: _left, ...rest } = headers;
      expect(scheme.isGenuine(request(rest, '{"id":"a"}'), [secret], now), `without ${name}`).toBe(false);
      const altered = { ...rest, [name]: `${value.slice(0, -3)}${value.endsWith('000') ? '111' : '000'}` };
      expect(scheme.isGenuine(request(altered, '{"id":"a"}'), [secret], now), `altered ${name}`).toBe(false);
    }
  });

  test('is not genuine with one character more or less in its signature', async () => {
    const headers = await sign('{"id":"a"}', secret, now);
    const [name = '', value = ''] =
      Object.entries(headers).find(([each]) => /sign|hmac|token/.test(each)) ?? [];
    expect(scheme.isGenuine(request(headers, '{"id":"a"}'), [secret], now)).toBe(true);
    for (const changed of ['0', 'a', 'A', '=', '.', '\u00e9']
      .map((more) => value + more)
      .concat(value.slice(0, -1)))
      expect(
        scheme.isGenuine(request({ ...headers, [name]: changed }, '{"id":"a"}'), [secret], now),
        changed,
      ).toBe(false);
  });

  test('counts within five minutes, where the time is signed', async () => {
    const headers = await sign('{}', secret, now);
    for (const [offset, isNear] of [
      [299_000, true],
      [-299_000, true],
      [301_000, false],
      [-301_000, false],
    ] as const) {
      expect(scheme.isGenuine(request(headers, '{}'), [secret], now + offset)).toBe(isNear || !isTimed);
    }
    if (isTimed) expect(scheme.isGenuine(request(headers, '{}'), [secret], now + 30_000, 10_000)).toBe(false);
  });
});

describe('what senders publish', () => {
  test('the example of GitHub', () => {
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const headers = { 'x-hub-signature-256': signature };
    const { github } = namedSchemes;
    expect(github.isGenuine(request(headers, 'Hello, World!'), ["It's a Secret to Everybody"], now)).toBe(
      true,
    );
  });

  test('the example of Slack', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const at = 1_531_420_618_000;
    const { slack } = namedSchemes;
    expect(slack.isGenuine(request(headers, body), ['8f742231b10e8888abcd99yyyzzz85a5'], at)).toBe(true);
  });

  test('each names the delivery by the same id at each attempt', () => {
    const body = '{"id":"evt_1","event_id":"Ev1"}';
    const ids = Object.entries({
      'standard-webhooks': { 'webhook-id': 'msg_1' },
      github: { 'x-github-delivery': 'd-1' },
      gitlab: { 'idempotency-key': 'k-1' },
      stripe: {},
      shopify: { 'x-shopify-webhook-id': 's-1' },
      slack: {},
    }).map(([name, headers]) =>
      namedSchemes[name as keyof typeof namedSchemes].deliveryId(request(headers, body)),
    );
    expect(ids).toEqual(['msg_1', 'd-1', 'k-1', 'evt_1', 's-1', 'Ev1']);
  });
});

describe.each(Object.entries(senders))('a delivery of %s', (_name, { scheme, sign }) => {
  test('without headers lacks a header that the sender sets, and no more with it', async () => {
    const body = Buffer.from('{}');
    const missing = missingProof(scheme, { headers: {}, body });
    expect(missing).toMatch(/^`[\w-]+`( or `[\w-]+`)*$/);
    const headers = await sign('{}', secret, now);
    expect(missingProof(scheme, { headers, body })).toBeUndefined();
  });
});
