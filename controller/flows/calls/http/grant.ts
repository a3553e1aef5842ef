import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { TaskContext } from '../../plan/task-type.js';
import { reportTemplate } from './endpoint.js';

const rule = 'sign-in-incomplete';

/** Grants that a person takes part in, or that need a token from before. */
const interactive = ['authorization_code', 'refresh_token'];

/** The fields without which a grant is always refused. */
const needed: Readonly<Record<string, readonly string[]>> = {
  password: ['username', 'password'],
  'urn:ietf:params:oauth:grant-type:token-exchange': ['subject'],
};

/** The members of `client` that a method of authentication can use; a client needs one of them to prove its identity. */
const proofs: Readonly<Record<string, readonly string[]>> = {
  client_secret_basic: ['secret'],
  client_secret_jwt: ['secret', 'assertion'],
  private_key_jwt: ['assertion'],
};

/** Returns what is missing of a client that has nothing to prove its identity with. */
export function missingProof(
  client: JsonObject,
  isGiven: (value: Json | undefined) => boolean,
): { message: string; hint: string } | undefined {
  const { authentication: method } = client;
  const isSupported = typeof method === 'string' && Object.hasOwn(proofs, method);
  const names = isSupported ? proofs[method] : undefined;
  if (names === undefined || names.some((name) => isGiven(client[name]))) return undefined;
  const listed = names.map((name) => `\`client.${name}\``).join(' or ');
  const hint = `Add ${names.map((name) => `\`${name}\``).join(' or ')} to \`client\`.`;
  return { message: `\`client.authentication: ${method}\` needs ${listed}`, hint };
}

/** Reports properties of `oauth2` and `oidc` with which no token can be had. Those of a secret are known to a run only. */
export function checkGrant(properties: JsonObject, pointer: string, context: TaskContext): void {
  if (properties['use'] !== undefined) return;
  const { grant, authority } = properties;
  if (typeof authority === 'string') reportTemplate(authority, `${pointer}/authority`, context);
  if (typeof grant === 'string' && interactive.includes(grant)) {
    context.report({
      rule: 'not-supported',
      pointer: `${pointer}/grant`,
      message: `the grant \`${grant}\` is not supported: it needs a person`,
      hint: 'Use `client_credentials`, `password` or `urn:ietf:params:oauth:grant-type:token-exchange`.',
    });
  }
  const fields = typeof grant === 'string' && Object.hasOwn(needed, grant) ? (needed[grant] ?? []) : [];
  for (const name of fields.filter((each) => properties[each] === undefined)) {
    const message = `the grant \`${String(grant)}\` needs \`${name}\``;
    context.report({ rule, pointer, message, hint: `Add \`${name}\` beside \`grant\`.` });
  }
  const client = objectOr(properties['client']);
  const missing = missingProof(client, (value) => value !== undefined);
  if (!missing) return;
  context.report({ rule, pointer: `${pointer}/client`, ...missing });
}
