import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { ConnectorError, type ConnectorKeys } from '../../contract/connector.js';
import type { HttpAuth } from './auth-schema.js';
import { getCredentials } from './credentials.js';
import { openSecureContext, type TlsConfig } from './tls.js';

/** The keys that `auth` and `tls` of a configuration have. */
export const authKeys: ConnectorKeys = {
  pick({ auth, tls }) {
    const fields: JsonObject = {};
    if (hasSigningKey(objectOr(auth)) && auth !== undefined) fields['auth'] = auth;
    if (isObject(tls) && tls['privateKey'] !== undefined) fields['tls'] = tls;
    return Object.keys(fields).length === 0 ? undefined : fields;
  },
  findFault({ auth, tls }) {
    return findFault(() => {
      if (auth !== undefined) getCredentials(auth as unknown as HttpAuth);
      if (tls !== undefined) openSecureContext(tls as unknown as TlsConfig, 'tls.');
    });
  },
};

const tlsNames = ['certificate', 'privateKey', 'passphrase', 'ca'];

/** As `authKeys`, where the fields of TLS stand beside `auth`. */
export const flatKeys: ConnectorKeys = {
  pick(config) {
    const auth = authKeys.pick({ auth: config['auth'] ?? null });
    if (config['privateKey'] === undefined) return auth;
    const names = tlsNames.filter((name) => config[name] !== undefined);
    return { ...auth, ...Object.fromEntries(names.map((name) => [name, config[name] ?? null])) };
  },
  findFault({ auth, ...tls }) {
    return (
      authKeys.findFault(auth === undefined ? {} : { auth }) ??
      findFault(() => Object.keys(tls).length > 0 && openSecureContext(tls as unknown as TlsConfig, ''))
    );
  },
};

function hasSigningKey({ type, assertion, clientAssertion }: JsonObject): boolean {
  return type === 'jwt' || assertion !== undefined || clientAssertion !== undefined;
}

function findFault(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ConnectorError) return error.message;
    throw error;
  }
}
