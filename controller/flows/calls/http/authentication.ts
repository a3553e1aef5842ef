import { isExactNumber } from '../../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { Component, TaskContext } from '../../plan/task-type.js';
import { fill, type Template } from '../../plan/template.js';
import type { Credentials } from './credentials.js';
import { createDigestSessions, type DigestSessions, digestCredentials } from './digest.js';
import { checkGrant } from './grant.js';
import { createTokenCache, oauth2Credentials, type TokenCache } from './oauth2.js';

export type Authentication = (input: Json, scope: Scope) => Promise<Credentials>;

/** The things that all uses of one policy share. */
interface CredentialCaches {
  readonly tokens: TokenCache;
  readonly sessions: DigestSessions;
}

type Create = (properties: JsonObject, scope: Scope, kept: CredentialCaches) => Credentials;

/** The schemes of the language; each builds credentials from its evaluated properties. */
const schemes: Readonly<Record<string, Create>> = {
  basic: (properties, scope) => {
    const [username, password] = [text(properties, 'username', scope), text(properties, 'password', scope)];
    return header('Basic', Buffer.from(`${username}:${password}`).toString('base64'));
  },
  bearer: (properties, scope) => header('Bearer', text(properties, 'token', scope)),
  digest: (properties, scope, { sessions }) =>
    digestCredentials(text(properties, 'username', scope), text(properties, 'password', scope), sessions),
  oauth2: (properties, scope, { tokens }) =>
    oauth2Credentials({ properties, discover: false, instance: scope.task.reference }, tokens),
  oidc: (properties, scope, { tokens }) =>
    oauth2Credentials({ properties, discover: true, instance: scope.task.reference }, tokens),
};

/** Compiles a policy, in place or named. Its properties may be expressions, or come from a secret (`use: <secret>`). */
export function compileAuthentication(
  policy: Component<Json> | undefined,
  context: TaskContext,
): Authentication | undefined {
  const policyObject = policy && dereference(policy, context);
  if (policyObject === undefined) return undefined;
  const scheme = Object.keys(schemes).find((name) => policyObject.value[name] !== undefined);
  const create = schemes[scheme ?? ''];
  const properties = policyObject.value[scheme ?? ''];
  if (create === undefined || !isObject(properties)) {
    const hint = `Write one of ${Object.keys(schemes).join(', ')}.`;
    return context.fault(policyObject.pointer, 'names no authentication scheme', hint);
  }
  const pointer = `${policyObject.pointer}/${scheme}`;
  if (scheme === 'oauth2' || scheme === 'oidc') checkGrant(properties, pointer, context);
  const kept = { tokens: createTokenCache(), sessions: createDigestSessions() };
  const resolve = compileProperties(properties, pointer, context);
  return async (input, scope) => {
    const resolved = await resolve(input, scope);
    const credentials = create(resolved, scope, kept);
    return scope.frame.run.host.isRehearsal ? opaque(scheme ?? '', resolved) : credentials;
  };
}

/** Credentials of a rehearsal, which sends nothing: `$authorization` has a mark in place of the proof. */
function opaque(scheme: string, properties: JsonObject): Credentials {
  const names: Readonly<Record<string, string>> = { basic: 'Basic', digest: 'Digest' };
  const parameter = scheme === 'digest' ? null : '***';
  return {
    identity: { [scheme]: properties },
    authorization: async () => ({ scheme: names[scheme] ?? 'Bearer', parameter }),
    send: () => Promise.reject(new Error('A rehearsal sends nothing')),
  };
}

function dereference(policy: Component<Json>, context: TaskContext): Component | undefined {
  let { value, pointer } = policy;
  if (isObject(value) && typeof value['use'] === 'string') {
    const named = context.component('authentications', value['use'], `${pointer}/use`);
    if (named === undefined) return undefined;
    ({ value, pointer } = named);
  }
  if (isObject(value)) return { value, pointer };
  return context.fault(pointer, `must be an object, not ${getKind(value)}`);
}

function compileProperties(
  properties: JsonObject,
  pointer: string,
  context: TaskContext,
): (input: Json, scope: Scope) => Promise<JsonObject> {
  const secret = properties['use'];
  if (typeof secret === 'string') {
    context.usesSecret(secret, `${pointer}/use`);
    return async (_, scope) => {
      const value = await scope.frame.run.host.secret(secret);
      if (isObject(value)) return value;
      const detail = `the secret \`${secret}\` must be an object, not ${getKind(value)}`;
      throw taskError('configuration', scope, detail);
    };
  }
  const template: Template = context.template(properties, pointer);
  return async (input, scope) => (await fill(template, input, scope)) as JsonObject;
}

function text(properties: JsonObject, name: string, scope: Scope): string {
  const value = properties[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || isExactNumber(value)) return String(value);
  const detail = `authentication needs a string in \`${name}\`, not ${getKind(value ?? null)}`;
  throw taskError('configuration', scope, detail);
}

function header(scheme: string, parameter: string): Credentials {
  return {
    authorization: async () => ({ scheme, parameter }),
    async send(request, send) {
      const headers = new Headers(request.headers);
      headers.set('authorization', `${scheme} ${parameter}`);
      return send(headers);
    },
  };
}
