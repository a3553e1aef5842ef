import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { guides } from '../../api/manual/guide-parts.js';
import { eventually } from '../../eventually.js';

const programs = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' } as const;
const packages = { nginx: 'nginx-light', caddy: 'caddy' } as const;
export type ProxyName = keyof typeof programs;

/** Tells whether the proxy is installed; without it its tests are skipped. @throws Error in place of that in CI */
export function isInstalled(name: ProxyName): boolean {
  if (existsSync(programs[name])) return true;
  const missing = `${programs[name]} is not installed (Debian: ${packages[name]}).`;
  const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_PROXIES } = process.env;
  if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_PROXIES === undefined) throw new Error(missing);
  console.warn(`${missing} Its tests are skipped.`);
  return false;
}

export interface ProxyOptions {
  /** A folder for the files of the proxy. */
  folder: string;
  port: number;
  /** The port of the service. */
  servicePort: number;
  certificate: string;
  key: string;
}

/**
 * Starts a proxy with a configuration of the guide `tls`; names, ports and paths of files alone are replaced.
 * @param place the whole host, or the path `/svc`
 */
export async function startProxy(name: ProxyName, place: 'host' | 'path', options: ProxyOptions) {
  const { folder, port } = options;
  const text = name === 'nginx' ? nginxFile(place, options) : caddyFile(place, options);
  const file = join(folder, name);
  writeFileSync(file, text);
  const args =
    name === 'nginx'
      ? ['-c', file, '-e', join(folder, 'error.log')]
      : ['run', '--adapter', 'caddyfile', '--config', file];
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(programs[name], args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`);
    return accepts(port);
  });
  return { stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns the blocks of a language in the guide: the first is for a host, the second for a path. */
function getBlock(language: string, index: number): string {
  const guide = guides().find(({ name }) => name === 'tls');
  const block = guide?.blocks.filter((each) => each.language === language)[index];
  if (!block) throw new Error(`The guide has no block ${index} for ${language}`);
  return block.text;
}

/** Replaces every text, each of which must be there. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [found, value]) => {
    if (!filled.includes(found)) throw new Error(`The configuration has no \`${found}\``);
    return filled.replaceAll(found, value);
  }, text);
}

function nginxFile(
  place: 'host' | 'path',
  { folder, port, servicePort, certificate, key }: ProxyOptions,
): string {
  const host = getBlock('nginx', 0);
  const location = /^ {2}location \/ \{[\s\S]*?^ {2}\}\n/m.exec(host)?.[0] ?? '';
  const server = place === 'host' ? host : host.replace(location, getBlock('nginx', 1));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind), { recursive: true });
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
access_log off;
${temporary.join('\n')}
${fill(server, {
  'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
  'svc.example.com': 'localhost',
  '/etc/ssl/svc/fullchain.pem': certificate,
  '/etc/ssl/svc/privkey.pem': key,
  '127.0.0.1:7420': `127.0.0.1:${servicePort}`,
})}}
`;
}

function caddyFile(place: 'host' | 'path', { port, servicePort, certificate, key }: ProxyOptions): string {
  const host = getBlock('caddy', 0);
  const site = place === 'host' ? host : host.replace(/^ {2}reverse_proxy .*\n/m, getBlock('caddy', 1));
  return `{
  admin off
  auto_https disable_redirects
}
${fill(site, {
  'svc.example.com {': `https://localhost:${port} {\n  bind 127.0.0.1`,
  '/etc/ssl/svc/fullchain.pem': certificate,
  '/etc/ssl/svc/privkey.pem': key,
  '127.0.0.1:7420': `127.0.0.1:${servicePort}`,
})}`;
}
