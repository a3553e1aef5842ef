import { Problem } from '../../../problems/index.js';
import { BitbucketForge } from './bitbucket.js';
import type { CommitStatus, Forge, StatusSink } from './contract.js';
import { Exchange } from './exchange.js';
import { GiteaForge } from './gitea.js';
import { GitHubForge } from './github.js';
import { GitLabForge } from './gitlab.js';
import { statusBody } from './repository-forge.js';

type ForgeType = 'github' | 'gitea' | 'gitlab' | 'bitbucket';

const clients = {
  github: GitHubForge,
  gitea: GiteaForge,
  gitlab: GitLabForge,
  bitbucket: BitbucketForge,
} as const;

/** The settings that name a forge. */
export interface ForgeSettings {
  Git: {
    Remote?: string | undefined;
    CaFile?: string | undefined;
    StatusUrl?: string | undefined;
    Credentials: TokenSettings;
    Forge: TokenSettings & {
      Type?: ForgeType | undefined;
      Url?: string | undefined;
      Repository?: string | undefined;
    };
  };
  Server: { BaseUrl?: string | undefined };
}

/** A token, or the path of the secret that holds it. */
interface TokenSettings {
  Token?: string | undefined;
  Secret?: string | undefined;
}

/** Reads the values of a stored secret. @throws Problem secret_not_found */
type ReadSecret = (path: string) => Promise<Readonly<Record<string, string>>>;

/**
 * Opens the forge of the settings; undefined when they name none.
 * @throws Problem settings_invalid when `Git.Remote` does not imply the address that is left out
 */
export function openForge(settings: ForgeSettings, readSecret: ReadSecret): Forge | undefined {
  const { Type, Repository } = settings.Git.Forge;
  if (Type === undefined) return undefined;
  const remote = remoteParts(settings.Git.Remote);
  const named = Repository ?? remote?.path;
  // Groups of GitLab may be nested.
  const repository = Type === 'gitlab' || named?.split('/').length === 2 ? named : undefined;
  const baseUrl = settings.Git.Forge.Url ?? (remote && apiUrl(Type, remote.protocol, remote.host));
  if (repository === undefined || baseUrl === undefined) {
    throw new Problem('settings_invalid', '`Git.Remote` does not tell where the forge is', {
      hints: ['Set `Git.Forge.Url` and `Git.Forge.Repository`.'],
    });
  }
  const scheme = Type === 'gitea' ? 'token' : 'Bearer';
  const accept = Type === 'github' ? 'application/vnd.github+json' : 'application/json';
  const exchange = new Exchange({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    caFile: settings.Git.CaFile,
    headers: async () => ({
      accept,
      ...(Type === 'github' ? { 'x-github-api-version': '2022-11-28' } : {}),
      ...(await authorization(settings, readSecret, scheme)),
    }),
  });
  const Client = clients[Type];
  return new Client(exchange, repository, (branch) => targetUrl(settings, branch));
}

/** True where there is something that proves to the forge who is calling. */
export function hasForgeToken({ Git }: ForgeSettings): boolean {
  return [Git.Forge, Git.Credentials].some(({ Token, Secret }) => (Token ?? Secret) !== undefined);
}

/** Returns the receiver of commit statuses: `Git.StatusUrl`, else the forge. */
export function openStatusSink(
  settings: ForgeSettings,
  readSecret: ReadSecret,
  forge: Forge | undefined,
): StatusSink | undefined {
  const { StatusUrl: template, CaFile: caFile, Forge: forgeSettings } = settings.Git;
  if (template === undefined) return forge;
  const { origin } = new URL(template.replaceAll(/\{\w+\}/g, 'x'));
  const scheme = forgeSettings.Type === 'gitea' ? 'token' : 'Bearer';
  const exchange = new Exchange({
    baseUrl: origin,
    caFile,
    headers: () => authorization(settings, readSecret, scheme),
  });
  return {
    location: origin,
    async setStatus(status: CommitStatus, signal?: AbortSignal) {
      const path = template
        .replaceAll('{sha}', status.revision)
        .replaceAll('{branch}', encodeURIComponent(status.branch));
      const body = statusBody(status, targetUrl(settings, status.branch));
      await exchange.send({ method: 'POST', path, body, accepted: [200, 201, 202, 204], signal });
    },
  };
}

/** Returns the token of the forge's own settings, else that of the remote; no header without a token. */
async function authorization(
  { Git }: ForgeSettings,
  readSecret: ReadSecret,
  scheme: string,
): Promise<Record<string, string>> {
  const { Forge: forge, Credentials } = Git;
  const isOwn = forge.Token !== undefined || forge.Secret !== undefined;
  const { Token: tokenSetting, Secret: path } = isOwn ? forge : Credentials;
  const values = tokenSetting === undefined && path !== undefined ? await readSecret(path) : {};
  const token = tokenSetting ?? values['token'] ?? values['password'];
  if (token === undefined && path !== undefined && isOwn) {
    throw new Problem('secret_not_found', `The secret \`${path}\` has no key \`token\``, {
      hints: ['Give it a key `token` or `password`.'],
    });
  }
  const { username } = values;
  // Bitbucket takes the tokens of people with their names, and those of repositories alone.
  if (
    Git.Forge.Type === 'bitbucket' &&
    token !== undefined &&
    username !== undefined &&
    username !== 'x-token-auth'
  )
    return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
  return token === undefined ? {} : { authorization: `${scheme} ${token}` };
}

function targetUrl({ Server }: ForgeSettings, branch: string): string | undefined {
  return Server.BaseUrl && `${Server.BaseUrl}/api/v1/${encodeURIComponent(branch)}/cicd/sync`;
}

/** Returns undefined for a server of Bitbucket's own kind, Data Center, which speaks another interface. */
function apiUrl(type: ForgeType, protocol: string, host: string): string | undefined {
  if (type === 'gitea') return `${protocol}//${host}/api/v1`;
  if (type === 'gitlab') return `${protocol}//${host}/api/v4`;
  if (type === 'bitbucket') return host === 'bitbucket.org' ? 'https://api.bitbucket.org/2.0' : undefined;
  return host === 'github.com' ? 'https://api.github.com' : `${protocol}//${host}/api/v3`;
}

/** Parses `https://host/owner/name.git`, `ssh://git@host/owner/name` and `git@host:owner/name.git`. */
function remoteParts(remote = ''): { protocol: string; host: string; path: string } | undefined {
  const scp = /^[^/@\s]+@([^/:\s]+):(.+)$/.exec(remote);
  const url = scp ? new URL(`ssh://${scp[1]}/${scp[2]}`) : URL.canParse(remote) ? new URL(remote) : undefined;
  const path = url && /^\/+((?:[^/]+\/)+[^/]+?)(?:\.git)?\/*$/.exec(url.pathname)?.[1];
  if (!url || path === undefined || url.hostname === '') return undefined;
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return { protocol: isHttp ? url.protocol : 'https:', host: isHttp ? url.host : url.hostname, path };
}
