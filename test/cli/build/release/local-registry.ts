import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execaSync } from 'execa';

export interface LocalRegistry {
  /** Variables that lead npm to this registry. */
  env: Record<string, string>;
  close(): void;
}

/** Starts an npm registry that has one package, the tarball at `path`. */
export async function localRegistry(path: string): Promise<LocalRegistry> {
  const tarball = readFileSync(path);
  const manifest = JSON.parse(execaSync('tar', ['-xzOf', path, 'package/package.json']).stdout);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    if (url === '/package.tgz') return response.end(tarball);
    if (url !== `/${manifest.name}`) return response.writeHead(404).end('{}');
    const dist = { tarball: `${address()}package.tgz`, integrity };
    return response.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { npm_config_registry: address(), npm_config_update_notifier: 'false' },
    close: () => void server.close(),
  };
}
