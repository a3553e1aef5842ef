import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MemberController } from '../../controller/start/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json } from '../../schemas/json/types.js';
import { credentialHeaders } from '../auth/authenticate.js';
import { findCookie } from '../auth/session-cookie.js';
import { pageAssets } from '../graphql/page/register.js';
import { frontRoutes } from '../http/browser-pages.js';
import { consoleRoutes } from '../http/console-files.js';
import { healthRoutes, metricsRoute } from '../http/monitoring.js';
import { manualRoutes } from '../manual/register.js';
import { readOnlyPath } from '../mcp/write-options.js';
import { documentationRoutes } from '../openapi/register.js';
import type { Forward } from './forward.js';

/** The paths at which each node answers about itself and about the product. */
const ownPaths: ReadonlySet<string | undefined> = new Set(
  [
    ...healthRoutes,
    metricsRoute,
    ...frontRoutes,
    ...consoleRoutes,
    ...documentationRoutes,
    ...manualRoutes,
    pageAssets,
  ].map(({ path }) => path),
);

/** The paths of protocols whose requests a member answers where all that they ask for is a read of its own. */
const protocolPaths: ReadonlySet<string | undefined> = new Set(['/graphql', '/mcp', readOnlyPath]);

/** While no leader answers, a read waits so long for what this member has not read yet. */
const maxCatchUpMs = 5_000;
const lookEveryMs = 100;
const maxWaiting = 1_000;

/** The node that answers a request: `any` for a read that this member can answer too, once it has what it lacks now. */
type Answering = 'own' | 'leader' | 'any';

/** The requests that a member answers itself. */
export class OwnRequests {
  #waiting = 0;
  #hasEnded = false;

  constructor(
    private readonly member: MemberController,
    private readonly forward: Pick<Forward, 'hasLeader' | 'offer' | 'pass'>,
  ) {}

  /** Leaves all requests from now on to the leader, but those about this node. */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Has the leader answer a request that this member does not answer; otherwise returns nothing, before the body is read. The member may
   * still come to need the leader. @throws Problem standby
   */
  async passOthers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const answering = await this.#decide(request);
    if (answering === 'own') return undefined;
    if (answering === 'any') {
      if (await this.forward.offer(request, reply)) return reply;
      if (await this.#catchUp()) return undefined;
    }
    return this.forward.pass(request, reply);
  }

  async #decide(request: FastifyRequest): Promise<Answering> {
    if (request.is404) return 'leader';
    const { url, config } = request.routeOptions;
    if (ownPaths.has(url)) return 'own';
    if (this.#hasEnded) return 'leader';
    if (config.atMembers === 'start') return (await this.#mayStart(request)) ? 'own' : 'leader';
    if (config.atMembers !== 'read' && !(protocolPaths.has(url) && isSingleAnswer(request))) return 'leader';
    if (!this.#isOfProduction(request) || isShared(request)) return 'leader';
    const session = hasKey(request) ? undefined : findCookie('svc_session', request);
    if (session !== undefined) return (await this.#mayBridge(session)) ? 'own' : 'leader';
    if (await this.member.mayRead()) return 'own';
    // A body that has gone to one leader cannot be read again.
    return request.method === 'GET' || request.method === 'HEAD' ? 'any' : 'leader';
  }

  /** The leader counts the uses of a share link, and knows the browsers at the console. */
  async #mayStart(request: FastifyRequest): Promise<boolean> {
    if (isShared(request) || findCookie('svc_session', request) !== undefined) return false;
    const { env } = request.query as { env?: string };
    const { branch, flow } = request.params as { branch: string; flow: string };
    return this.member.mayStart(branch, { flow, environment: env });
  }

  #isOfProduction({ params }: FastifyRequest): boolean {
    const { branch } = (params ?? {}) as { branch?: string };
    return branch === undefined || branch === this.member.branches.production;
  }

  /** The leader notes the uses of a session, by which it stays open. Without a leader, there are moments to bridge. */
  async #mayBridge(session: string): Promise<boolean> {
    if (this.forward.hasLeader() || !(await this.member.mayRead())) return false;
    return this.member.knowsSession(session).catch(() => false);
  }

  /** While no leader answers, waits for this member to have all that was committed before. Returns false where it does not come to that. */
  async #catchUp(): Promise<boolean> {
    if (this.#waiting >= maxWaiting) return false;
    this.#waiting += 1;
    try {
      const deadline = performance.now() + maxCatchUpMs;
      do {
        if (await this.member.mayRead()) return true;
        await sleep(lookEveryMs, undefined, { ref: false });
      } while (!this.forward.hasLeader() && performance.now() < deadline);
      return this.member.mayRead();
    } finally {
      this.#waiting -= 1;
    }
  }
}

/**
 * The body of a request that the member has read, to pass it on: null for none, undefined where the request must not be passed on any
 * more, as it may have begun to change something.
 */
export function getReadBody(request: FastifyRequest): string | null | undefined {
  const { method, body, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  if (!protocolPaths.has(routeOptions.url)) return undefined;
  return typeof body === 'string' ? body : toJsonText((body ?? null) as Json);
}

function isShared({ headers, query }: FastifyRequest): boolean {
  const { share } = query as { share?: string };
  return share !== undefined || headers['x-share-token'] !== undefined;
}

function hasKey({ headers }: FastifyRequest): boolean {
  return credentialHeaders.some((name) => headers[name] !== undefined);
}

/** True for a request with one answer, whose body can be passed on as text: no stream, and no body in another encoding. */
function isSingleAnswer({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (headers['content-encoding'] !== undefined) return false;
  if (routeOptions.url !== '/graphql') return method === 'POST';
  const isEvents = (headers.accept ?? '').includes('text/event-stream');
  return !isEvents && (method === 'POST' || method === 'GET' || method === 'HEAD');
}
