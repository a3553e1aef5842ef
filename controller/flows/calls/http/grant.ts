import type { JsonObject } from '../../../../schemas/json/types.js';
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

/** The field of `client` without which a client cannot prove its identity. */
const proofs: Readonly<Record<string, string>> = {
  client_secret_basic: 'secret',
  client_secret_jwt: 'secret',
  private_key_jwt: 'assertion',
};

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
  const { authentication } = client;
  const isKnown = typeof authentication === 'string' && Object.hasOwn(proofs, authentication);
  const proof = isKnown ? proofs[authentication] : undefined;
  if (proof === undefined || client[proof] !== undefined) return;
  const message = `\`client.authentication: ${String(authentication)}\` needs \`client.${proof}\``;
  context.report({ rule, pointer: `${pointer}/client`, message, hint: `Add \`${proof}\` to \`client\`.` });
}
