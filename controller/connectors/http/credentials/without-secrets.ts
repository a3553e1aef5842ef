import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';

/** The fields of sign-in that hold credentials. */
const secretFields = [
  'password',
  'token',
  'value',
  'clientSecret',
  'refreshToken',
  'key',
  'secretAccessKey',
  'sessionToken',
];

/**
 * Returns credentials as servers may repeat them; shorter texts would hide other words.
 * @param signIns configurations of signing in, whose secrets are values
 * @param headers of the request that was sent
 */
export function repeatedSecrets(
  signIns: readonly unknown[],
  headers: Headers,
  others: readonly unknown[] = [],
): string[] {
  const [, sent] = /^(?:Basic|Bearer) (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const secrets = signIns
    .map((one) => objectOr(one as Json))
    .flatMap((one) => secretFields.map((name) => one[name]));
  // The signature of a JWT alone makes its other parts, which are no secret, valid.
  const [, signature] = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(sent ?? '') ?? [];
  return [sent, signature, headers.get('x-amz-security-token'), ...others, ...secrets]
    .filter((each): each is string => typeof each === 'string' && each.length >= 4)
    .flatMap((each) => [each, new URLSearchParams({ each }).toString().slice('each='.length)]);
}

/** Hides secrets in the words of a server, which may repeat its request. */
export function withoutSecrets(text: string, secrets: Iterable<string | undefined>): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, '***');
  return shown;
}
