import { Problem } from '../problems/index.js';
import type { Access, AccessProvider } from '../repository/index.js';
import type { Settings } from '../settings/index.js';
import type { Vault } from '../vault/contract.js';

/**
 * What the settings give to prove to the remote who is calling. A stored secret is read at each use.
 *
 * @throws Problem secret_not_found from what is returned, also when the secret has none of the keys that count
 */
export function gitAccess(
  credentials: Settings['Git']['Credentials'],
  vault: Pick<Vault, 'read'>,
): AccessProvider {
  const { Secret: path, Username, Token, KeyFile, KnownHostsFile } = credentials;
  const stated: Access = {
    username: Username,
    password: Token,
    privateKeyFile: KeyFile,
    knownHostsFile: KnownHostsFile,
  };
  if (path === undefined) return async () => stated;
  return async () => {
    const values = await vault.read(path);
    const password = values['token'] ?? values['password'];
    if (password === undefined && values['privateKey'] === undefined) {
      throw new Problem(
        'secret_not_found',
        `The secret \`${path}\` has nothing that the remote could be shown.`,
        {
          hints: ['Give it a key `token` or `password` for http: and https:, `privateKey` for ssh:.'],
        },
      );
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
