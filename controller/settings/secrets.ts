import { type Json, type JsonObject, type Settings, schema } from '../../schemas/index.js';

const masked = '***';
/** The names of parameters of addresses that hold a secret. */
const secretParameter = /^(.*[_-])?(token|key|secret|sig|signature|password|auth|code)$/i;

/** Returns the secrets in the settings: fields marked `x-secret`, and users, passwords and tokens in addresses. */
export function getSettingSecrets(settings: Settings): string[] {
  const texts = new Set<string>();
  collect(schema('settings'), settings as unknown as Json, texts);
  return [...texts];
}

function collect(rule: JsonObject, value: Json, texts: Set<string>): void {
  if (typeof value === 'string') {
    if (rule['x-secret'] || choices(rule).some((choice) => choice['x-secret'])) texts.add(value);
    for (const secret of secretsInAddress(value)) texts.add(secret);
  } else if (Array.isArray(value)) {
    for (const item of value) collect((rule['items'] ?? {}) as JsonObject, item, texts);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) collect(getRuleField(rule, name), inner, texts);
  }
}

/** Returns a setting with its secrets masked: fields marked `x-secret`, and the part before `@` and tokens in addresses. */
export function shown(rule: JsonObject, value: Json): Json {
  if (rule['x-secret']) return masked;
  if (typeof value === 'string') {
    if (choices(rule).some((choice) => choice['x-secret'])) return masked;
    const bare = value.replace(/:\/\/[^/\s]*@/g, `://${masked}@`);
    return secretsInAddress(value).reduce((text, secret) => text.replaceAll(secret, masked), bare);
  }
  if (Array.isArray(value)) return value.map((item) => shown((rule['items'] ?? {}) as JsonObject, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shown(getRuleField(rule, name), inner)]),
  );
}

function choices(rule: JsonObject): JsonObject[] {
  return [...((rule['anyOf'] ?? []) as JsonObject[]), ...((rule['oneOf'] ?? []) as JsonObject[])];
}

/** Returns the rule of a field, from the rule itself or from one of its alternatives. */
function getRuleField(rule: JsonObject, name: string): JsonObject {
  for (const { properties, additionalProperties } of [rule, ...choices(rule)]) {
    const fields = (properties ?? {}) as Record<string, JsonObject>;
    if (Object.hasOwn(fields, name)) return fields[name] ?? {};
    if (additionalProperties !== null && typeof additionalProperties === 'object') {
      return additionalProperties as JsonObject;
    }
  }
  return {};
}

/** Returns the user or password, and the tokens in the query of an address; nothing for a text that is no address. */
function secretsInAddress(text: string): string[] {
  if (!/^[a-z][a-z+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  const inQuery = [...searchParams].flatMap(([name, value]) => (secretParameter.test(name) ? [value] : []));
  // A user without a password is a token.
  return [password || username, ...inQuery].filter((secret) => secret !== '').flatMap(asWritten);
}

/** Returns the secret as the address encodes it, and decoded. */
function asWritten(secret: string): string[] {
  try {
    return [secret, decodeURIComponent(secret)];
  } catch {
    return [secret];
  }
}
