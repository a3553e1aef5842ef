import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { codeRoot, isSource } from '../../schemas/code-root.js';
import { escapeHtml } from '../../schemas/escape-html.js';
import { matchesTag } from './headers.js';
import { frontPage } from './pages/front-page.js';
import { sendHtml, wantsPage } from './pages/page.js';

export const consolePath = '/console';

export const consoleRoutes = [
  { method: 'GET', path: consolePath },
  { method: 'GET', path: `${consolePath}/*` },
] as const;

/** Stands in the built page for the base path with a slash at its end. */
const basePlaceholder = '__SVC_BASE__';

/** The console loads everything from this service, has no inline code or style, and is in no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Content codings in the order of preference, by the extension of the file that the build has put beside the plain one. */
const codings = [
  { coding: 'br', extension: '.br' },
  { coding: 'gzip', extension: '.gz' },
] as const;

type Coding = (typeof codings)[number]['coding'];

interface ConsoleFile {
  readonly path: string;
  readonly codings: readonly Coding[];
}

/** The built console. Only files that were there when it was read are served, by their exact names. */
interface BuiltConsole {
  /** ms since the epoch: another time means another build. */
  readonly builtAt: number;
  /** The page, with the base path in it. */
  readonly page: string;
  readonly pageTag: string;
  /** By the path below `/console/`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** The build writes the console beside its code, which is in `dist` where the sources run. */
function getConsoleFolder(): string {
  return fileURLToPath(new URL(isSource ? 'dist/api/console/' : 'api/console/', codeRoot));
}

/**
 * Serves the files of the web console without a credential: they are the same for everyone, and what they show comes from the API.
 * A path that is no file and has no extension is a place in the console, which the page shows.
 */
export function registerConsole(app: FastifyInstance, folder: string = getConsoleFolder()): void {
  let loaded: Promise<BuiltConsole | undefined> | undefined;
  let current: BuiltConsole | undefined;

  /** Reads the console again after another build. */
  async function load(): Promise<BuiltConsole | undefined> {
    const builtAt = await findTime(join(folder, 'index.html'));
    if (builtAt === undefined) return undefined;
    if (current?.builtAt !== builtAt) current = await readConsole(folder, builtAt, app.basePath);
    return current;
  }

  /** Requests of one moment share a look at the folder. */
  function open(): Promise<BuiltConsole | undefined> {
    loaded ??= load().finally(() => {
      loaded = undefined;
    });
    return loaded;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const console = await open();
    if (!console) return sendMissing(request, reply);
    const file = console.files.get(path);
    if (file) return sendFile(request, reply, path, file);
    if (extname(path) !== '')
      throw new Problem('route_not_found', `There is nothing at ${consolePath}/${path}`);
    return sendPage(request, reply, console);
  }

  for (const { path } of consoleRoutes) app.get(path, answer);
}

/** Answers a browser that opens the bare address by leading it to the console, and others with a page about the service. */
export function sendFront(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { basePath } = request.server;
  reply.header('vary', 'Accept');
  if (wantsPage(request)) return reply.redirect(`${basePath}${consolePath}/`, 302);
  return sendHtml(reply, frontPage(basePath));
}

function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request))
    throw new Problem('route_not_found', 'This service was started without its console', {
      hints: ['Build it with `npm run build`, and open the address again.'],
    });
  const notice = `<h1>The console is not built</h1>
<p class="lead">This service runs from its sources, and the files of the web console are made by a build.</p>
<pre><code>npm run build</code></pre>
<p>Then load this page again; the service need not be restarted. Everything else works meanwhile.</p>`;
  return sendHtml(reply.code(404), frontPage(request.server.basePath, notice));
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, pageTag }: BuiltConsole,
): FastifyReply {
  setHeaders(reply).header('cache-control', 'no-cache').header('etag', pageTag);
  if (matchesTag(request.headers['if-none-match'], pageTag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  file: ConsoleFile,
): Promise<FastifyReply> {
  // The name of an asset has a hash of its content in it.
  const isHashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  setHeaders(reply).header('vary', 'Accept-Encoding');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  const choice = codings.find(
    ({ coding }) => file.codings.includes(coding) && accepts(request.headers['accept-encoding'], coding),
  );
  const content = await readFile(file.path + (choice?.extension ?? ''));
  const tag = getTag(content);
  reply.header('etag', tag);
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (choice) reply.header('content-encoding', choice.coding);
  return reply.type(mediaTypes[extname(path)] ?? 'application/octet-stream').send(content);
}

function setHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin');
}

/** Tells whether a client takes a content coding (RFC 9110, 12.5.3); one with the weight 0 is refused. */
function accepts(header: string | string[] | undefined, coding: Coding): boolean {
  const items = [header ?? []].flat().join(',').toLowerCase().split(',');
  return items.some((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

async function findTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readConsole(folder: string, builtAt: number, basePath: string): Promise<BuiltConsole> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const present = new Set(paths);
  const files = new Map<string, ConsoleFile>();
  for (const path of paths) {
    if (codings.some(({ extension }) => path.endsWith(extension))) continue;
    const name = relative(folder, path).split(sep).join('/');
    // The page is made of it.
    if (name === 'index.html') continue;
    const own = codings.filter(({ extension }) => present.has(path + extension)).map(({ coding }) => coding);
    files.set(name, { path, codings: own });
  }
  const source = await readFile(join(folder, 'index.html'), 'utf8');
  const page = source.replaceAll(basePlaceholder, escapeHtml(`${basePath}/`));
  return { builtAt, page, pageTag: getTag(page), files };
}

function getTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}
