import { isIP, isIPv6 } from 'node:net';
import { findFaults, type Json, type Settings, schema } from '../../schemas/index.js';
import { isObject } from '../../schemas/json/values.js';

type Server = Settings['Server'];

/** Returns what the schema cannot say about the section `Server` of valid settings. */
export function serverFaults(value: Json): { pointer: string; message: string }[] {
  const server = isObject(value) ? (value['Server'] as Partial<Server> | undefined) : undefined;
  return server ? [...pathFaults(server), ...proxyFaults(server.TrustedProxies ?? [])] : [];
}

function pathFaults({ BaseUrl, BasePath }: Partial<Server>) {
  const path = getPath(BaseUrl);
  if (path === '') return [];
  if (!URL.canParse(BaseUrl ?? '')) return [{ pointer: '/Server/BaseUrl', message: 'is not an address' }];
  const [fault] = findFaults(schema('settings'), { Server: { BasePath: path } });
  if (fault) return [{ pointer: '/Server/BaseUrl', message: `its path \`${path}\`: ${fault.message}` }];
  if (BasePath === undefined || BasePath === path) return [];
  return [{ pointer: '/Server/BasePath', message: `differs from \`${path}\`, the path of \`BaseUrl\`` }];
}

function proxyFaults(proxies: readonly string[]) {
  return proxies.flatMap((proxy, index) => {
    const [address = '', bits] = proxy.split('/');
    const isNetwork = bits === undefined || Number(bits) <= (isIPv6(address) ? 128 : 32);
    const message = 'is neither an IP address nor a network such as `10.0.0.0/8`';
    return isIP(address) !== 0 && isNetwork ? [] : [{ pointer: `/Server/TrustedProxies/${index}`, message }];
  });
}

/** Returns the section with `BasePath` and the path of `BaseUrl` equal: either may have been left out. */
export function completeServer(server: Server): Server {
  const { BaseUrl } = server;
  const path = getPath(BaseUrl);
  const BasePath = server.BasePath ?? path;
  if (BasePath === '') return server;
  return {
    ...server,
    BasePath,
    ...(BaseUrl === undefined || path !== '' ? {} : { BaseUrl: BaseUrl + BasePath }),
  };
}

function getPath(address: string | undefined): string {
  return /^https?:\/\/[^/]*(\/.*)?$/.exec(address ?? '')?.[1] ?? '';
}
