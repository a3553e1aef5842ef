import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import type { TextFault } from './finding.js';
import { type Content, type ContentRule, maxFindings, type PlacedFinding, type StatedRule } from './rule.js';

/** The shapes that the issuers document. No pattern can backtrack far: each is bounded or a plain class. */
const shapes: readonly { what: string; pattern: RegExp }[] = [
  { what: 'a GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
  { what: 'a GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { what: 'a GitLab token', pattern: /\bglpat-[\w-]{20,64}/g },
  { what: 'a Slack token', pattern: /\bxox[abeoprs]-\d{1,20}-[A-Za-z0-9-]{10,250}/g },
  {
    what: 'the address of a Slack webhook',
    pattern: /https:\/\/hooks\.slack\.com\/services\/T\w{6,20}\/B\w{6,20}\/\w{16,40}/g,
  },
  { what: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { what: 'an Anthropic key', pattern: /\bsk-ant-[\w-]{20,200}/g },
  { what: 'the key of a model provider', pattern: /\bsk-(?!ant-)(?=[\w-]{0,199}\d)[\w-]{32,200}/g },
  { what: 'a Google key', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { what: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{24,120}/g },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: 'a key of this service', pattern: /\bsvc_[a-z0-9]{1,40}_[A-Za-z0-9]{30}_?[A-Za-z0-9]{6}\b/g },
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g },
  {
    what: 'an address with a password in it',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"<>{}$*]{1,100}:[^\s/:@'"<>{}$*]{1,200}@[\w[]/gi,
  },
];

/** Matches every text with a token, so that other texts need a single pass. */
const hint =
  /gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|hooks\.slack\.com|A[KS]IA|\bsk-|AIza|k_live_|npm_|svc_|PRIVATE KEY|:\/\/[^\s/]*@/;

/** The tokens in a text, in order; of two that overlap, the longer one. */
function findTokens(text: string) {
  if (!hint.test(text)) return [];
  const tokens = shapes.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
      what,
    })),
  );
  tokens.sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return tokens.filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}

const why = 'Every reader of the repository or of a backup can use it, and Git keeps it in its history.';
const store = 'Keep it as a secret and refer to it by path and key.';

/** Raised by the connection kind: the connector declares which fields are credentials. */
export const credentialPlain: StatedRule = {
  id: 'credential-plain',
  summary: 'a credential is written into a connection',
  what: 'A field that the connector declares as a credential holds a value instead of a reference to a secret.',
  why,
  fix: store,
  example: {
    wrong: 'config: { token: abc }',
    right: 'config: { token: { secret: shop, key: token } }',
  },
};

/** Finds tokens with a shape that no other text has. */
export const secretToken: ContentRule = {
  id: 'secret-token',
  severity: 'error',
  summary: 'a token, key or password is in the file',
  what: 'The file holds a token of GitHub, Slack, AWS or another service, a private key, or an address with a password. Comments are checked too, and texts in files that an entity names. The finding does not repeat the value.',
  why,
  fix: `${store} Then revoke the old one.`,
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

/** The tokens in a text that an entity names. */
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
  const tokens = findTokens(text).slice(0, maxFindings);
  return tokens.map(({ what, ...range }) => ({ ...range, message: `this looks like ${what}`, hint }));
}

const lastWords =
  /(?:^|-)(?:password|passwd|passphrase|token|secret|api-?key|access-?key|private-?key|authorization)$/;

/** True for names such as `apiKey`, `SHOP_API_KEY` and `api-key`. */
function namesCredential(name: string): boolean {
  return lastWords.test(
    name
      .slice(0, 200)
      .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
      .replaceAll('_', '-')
      .toLowerCase(),
  );
}

/** Matches every file that has such a name with a text after it, so that other files need no search of their values. */
const hasName =
  /(?:password|passwd|passphrase|token|secret|api[_-]?key|access[_-]?key|private[_-]?key|authorization)["']?[ \t]*:[ \t]*[^\s{[|>&*#]/i;

/** Members whose values are samples or schemas, not settings. */
const samples = new Set(['examples', 'example', 'schema', 'properties', 'parameters']);

/** Finds fields whose names say that they hold a credential. */
export const secretField: ContentRule = {
  id: 'secret-field',
  severity: 'warning',
  summary: 'a field that is named like a credential holds a text',
  what: 'A field such as `password`, `token` or `authorization` has a value written into the file. The value is not repeated.',
  why,
  fix: `${store} In a flow: \`\${ $secrets.shop.token }\`.`,
  example: {
    wrong: 'authentication: { bearer: { token: abc } }',
    right: 'authentication: { bearer: { token: "${ $secrets.shop.token }" } }',
  },
  yieldsTo: ['credential-plain', 'secret-token'],
  check(content) {
    if (!hasName.test(content.text)) return [];
    const findings: PlacedFinding[] = [];
    collect(content, content.definition, '', findings);
    return findings;
  },
};

function collect(content: Content, value: Json, pointer: string, findings: PlacedFinding[]): void {
  if (value === null || typeof value !== 'object' || findings.length >= maxFindings) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collect(content, item, pointerTo(pointer, index), findings);
    });
    return;
  }
  // The signature of a trigger refers to a secret, with more fields beside it.
  if (isSecretReference(value) || pointer === '/webhook/signature') return;
  for (const [name, member] of Object.entries(value)) {
    if (samples.has(name)) continue;
    const at = pointerTo(pointer, name);
    // `endpoints: { token: /oauth2/token }` names addresses.
    const isAddress = pointer.endsWith('/endpoints');
    // Beside `key`, `secret` is the path of a secret.
    const isPath = name === 'secret' && typeof value['key'] === 'string';
    if (typeof member === 'string' && !isAddress && !isPath && namesCredential(name) && isWritten(member)) {
      findings.push({
        pointer: at,
        ...content.places.of(at),
        message: `\`${name}\` holds a text: is it a credential?`,
        hint: 'Keep it as a secret and refer to it; silence this finding if it is not a credential.',
      });
    } else collect(content, member, at, findings);
  }
}

/** True for `{ secret: <path>, key: <key> }`, also while the key is missing. */
function isSecretReference(value: JsonObject): boolean {
  return (
    typeof value['secret'] === 'string' &&
    Object.keys(value).every((name) => name === 'secret' || name === 'key')
  );
}

/** True for a text that is neither empty, computed, nor a placeholder. */
function isWritten(value: string): boolean {
  return value.trim() !== '' && !value.includes('${') && !value.includes('{{') && !/^[<*.…]/.test(value);
}
