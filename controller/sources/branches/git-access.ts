import type { Access, AccessProvider } from '../../git/index.js';
import { Problem } from '../../problems/index.js';

/** The credentials of the settings; `Secret` is the path of a stored secret that holds them. */
export interface CredentialSettings {
  Secret?: string | undefined;
  Username?: string | undefined;
  Token?: string | undefined;
  KeyFile?: string | undefined;
  KnownHostsFile?: string | undefined;
}

/**
 * Returns the credentials for the remote: those of the settings come before those of the stored secret, which is read at
 * each use.
 * @throws Problem secret_not_found from the returned function, also when the secret has none of the known keys
 */
export function gitAccess(
  credentials: CredentialSettings,
  readSecret: (path: string) => Promise<Readonly<Record<string, string>>>,
): AccessProvider {
  const { Secret: path, Username, Token, KeyFile, KnownHostsFile } = credentials;
  const access: Access = {
    username: Username,
    password: Token,
    privateKeyFile: KeyFile,
    knownHostsFile: KnownHostsFile,
  };
  if (path === undefined) return async () => access;
  return async () => {
    const values = await readSecret(path);
    const password = values['token'] ?? values['password'];
    if (password === undefined && values['privateKey'] === undefined) {
      throw new Problem('secret_not_found', `The secret \`${path}\` holds no credentials for the remote.`, {
        hints: ['Give it a key `token` or `password` for http: and https:, `privateKey` for ssh:.'],
      });
    }
    return {
      username: Username ?? values['username'],
      password: Token ?? password,
      ...(KeyFile === undefined ? { privateKey: values['privateKey'] } : { privateKeyFile: KeyFile }),
      ...(KnownHostsFile === undefined
        ? { knownHosts: values['knownHosts'] }
        : { knownHostsFile: KnownHostsFile }),
    };
  };
}
