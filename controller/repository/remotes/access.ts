/** What proves to a remote who is calling. Texts are secret; files are named by path. */
export interface Access {
  /** For http: and https:. */
  username?: string | undefined;
  /** A password, or the token that stands for one. */
  password?: string | undefined;
  /** For ssh: a private key in OpenSSH or PEM form. */
  privateKey?: string | undefined;
  privateKeyFile?: string | undefined;
  /** For ssh: lines of a `known_hosts` file; then no other host is trusted. */
  knownHosts?: string | undefined;
  knownHostsFile?: string | undefined;
}

/** Asked for at each use, so that a rotated secret counts at once. @throws Problem secret_not_found */
export type AccessProvider = () => Promise<Access>;

export async function noAccess(): Promise<Access> {
  return {};
}

/** The `Authorization` header of HTTP Basic (RFC 7617); none when there is nothing to prove with. */
export function basicAuthorization({ username = '', password = '' }: Access): Record<string, string> {
  if (username === '' && password === '') return {};
  // A token alone: forges look at the password and take any name, as long as there is one.
  const user = username === '' ? 'git' : username;
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
