import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerConsole, sendFront } from './console-files.js';

/** Paths that a browser requests by itself. */
export const frontRoutes = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/favicon.ico' },
] as const;

/** Pages load everything from this service, and no other page may frame them. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Pages to read: no script but the one with the hash; a form leads to this service. */
const readingPolicy = (scriptHash: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    "style-src 'self'",
    "img-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#23705a"/>
  <path d="M9 10h7v12h7" fill="none" stroke="#fff" stroke-width="2.5"/>
  <circle cx="9" cy="10" r="3.5" fill="#fff"/>
  <circle cx="23" cy="22" r="3.5" fill="#fff"/>
</svg>
`;

/** Serves the page at the bare address, the icon of all pages and the console; no credential is needed. */
export function registerFront(app: FastifyInstance, consoleFolder?: string): void {
  const [start, favicon] = frontRoutes;
  app.get(start.path, sendFront);
  registerConsole(app, consoleFolder);
  app.get(favicon.path, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon),
  );
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
}

/**
 * Sends a page without styles of its own.
 * @param scriptHash the hash of the only script that the page may run
 */
export function sendReadingPage(reply: FastifyReply, html: string, scriptHash: string): FastifyReply {
  reply.header('content-security-policy', readingPolicy(scriptHash)).header('referrer-policy', 'same-origin');
  return reply.header('x-content-type-options', 'nosniff').type('text/html; charset=utf-8').send(html);
}
