import type { Json, JsonObject } from '../../../schemas/json.js';
import { step } from '../../../schemas/wording.js';
import type { TextFault } from '../contract.js';
import { type Content, type ContentRule, mostFindings, type PlacedFinding } from './content-rule.js';
import type { Rule } from './rule.js';
import { findTokens } from './token-shapes.js';

const why = 'Whoever may read the repository, now or from a backup, can use it; and Git forgets nothing.';
const store =
  'Keep it as a secret (`POST /api/v1/platform/entities/platform/secret`) and refer to it by path and key.';

/** Raised by the connection kind: the connector says which of its fields are credentials. */
export const credentialPlain: Rule = {
  id: 'credential-plain',
  severity: 'error',
  summary: 'a credential is written into a connection',
  what: 'A field that the connector knows to be a credential holds a value instead of saying where it is kept.',
  why,
  mend: store,
  example: {
    wrong: 'config: { token: abc }',
    right: 'config: { token: { secret: shop, key: token } }',
  },
};

/** Tokens whose issuers gave them a shape that can be told from anything else. */
export const secretToken: ContentRule = {
  id: 'secret-token',
  severity: 'error',
  summary: 'a token, key or password stands in the file',
  what: 'Something of the shape that GitHub, Slack, AWS and others give their tokens, a private key, or an address with a password. Comments are looked at as well, and texts in files that an entity names. What was found is never repeated.',
  why,
  mend: `${store} Then revoke the old one.`,
  example: {
    wrong: 'endpoint: https://bot:hunter2@example.com/hook',
    right: 'endpoint: https://example.com/hook',
  },
  harmless: true,
  check: ({ text, places }) =>
    tokensIn(text).map(({ start, end, message, hint }) => ({
      pointer: places.at(start)?.pointer ?? '',
      ...places.range(start, end),
      message,
      hint,
    })),
};

/** The same in a text that stands in a file beside its entity. */
export function tokenFaults(text: string): TextFault[] {
  return tokensIn(text).map(({ start, message, hint }) => ({
    rule: secretToken.id,
    offset: start,
    message,
    hint,
  }));
}

function tokensIn(text: string) {
  const hint = 'Keep it as a secret and refer to it. If it ever left this machine, revoke it.';
  const found = findTokens(text).slice(0, mostFindings);
  return found.map(({ what, ...range }) => ({ ...range, message: `this looks like ${what}`, hint }));
}

const lastWords =
  /(?:^|-)(?:password|passwd|passphrase|token|secret|api-?key|access-?key|private-?key|authorization)$/;

/** `apiKey`, `SHOP_API_KEY` and `api-key` are one name. */
function namesCredential(name: string): boolean {
  return lastWords.test(
    name
      .slice(0, 200)
      .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
      .replaceAll('_', '-')
      .toLowerCase(),
  );
}

/** Whether the file has such a name with a text after it at all: a look at each value costs more. */
const hasName =
  /(?:password|passwd|passphrase|token|secret|api[_-]?key|access[_-]?key|private[_-]?key|authorization)["']?[ \t]*:[ \t]*[^\s{[|>&*#]/i;

/** Members whose values are samples or schemas, not settings. */
const samples = new Set(['examples', 'example', 'schema', 'properties', 'parameters']);

/** Fields whose names say that they hold a credential. */
export const secretField: ContentRule = {
  id: 'secret-field',
  severity: 'warning',
  summary: 'a field that is named like a credential holds a text',
  what: 'A field such as `password`, `token` or `authorization` has a value written into the file. The value is not repeated.',
  why,
  mend: `${store} In a flow: \`\${ $secrets.shop.token }\`.`,
  example: {
    wrong: 'authentication: { bearer: { token: abc } }',
    right: 'authentication: { bearer: { token: "${ $secrets.shop.token }" } }',
  },
  yieldsTo: ['credential-plain', 'secret-token'],
  check(content) {
    if (!hasName.test(content.text)) return [];
    const found: PlacedFinding[] = [];
    collect(content, content.definition, '', found);
    return found;
  },
};

function collect(content: Content, value: Json, pointer: string, found: PlacedFinding[]): void {
  if (value === null || typeof value !== 'object' || found.length >= mostFindings) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collect(content, item, step(pointer, index), found);
    });
    return;
  }
  if (isSecretReference(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (samples.has(name)) continue;
    const at = step(pointer, name);
    if (typeof member === 'string' && namesCredential(name) && isWritten(member)) {
      found.push({
        pointer: at,
        ...content.places.of(at),
        message: `\`${name}\` holds a text: is it a credential?`,
        hint: 'Keep it as a secret and refer to it; silence this finding if it is none.',
      });
    } else collect(content, member, at, found);
  }
}

/** `{ secret: <path>, key: <key> }`, which is how it should be. */
function isSecretReference(value: JsonObject): boolean {
  return typeof value['secret'] === 'string' && typeof value['key'] === 'string';
}

/** Not empty, not computed, not a place to fill in. */
function isWritten(value: string): boolean {
  return value.trim() !== '' && !value.includes('${') && !value.includes('{{') && !/^[<*.…]/.test(value);
}
