import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../../../api/server.js';
import type { ServiceLog } from '../../../controller/observability/index.js';
import { Problem, toHintBody } from '../../../controller/problems/index.js';
import { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { MemberController } from '../../../controller/start/contract.js';
import { type StartedController, startNode } from '../../../controller/start/controller.js';
import type { Holder, Standby } from '../../../controller/storage/index.js';
import { exitCodes, Failure } from '../../contract/failure.js';
import { findRunningServer, type RunningServer, serverFile } from './installation.js';
import { openSecretSocket } from './secret-socket.js';
import { checkHeaderTimes, ServicePort } from './service-port.js';
import { StandbyServer } from './standby-server.js';

/** Nodes ask each other every second whether they serve; load balancers mostly do, too. */
const leaveMs = 2_500;

/** The longest time for which requests wait until a node that takes over has read the branch. */
const maxReadingMs = 10_000;

/** A service that waits or works beside another one that leads. */
interface Companion extends Standby {
  /** Called when this process serves as a member. */
  joined(service: { url: string; controller: MemberController }): void;
}

export interface StartOptions {
  serviceLog?: ServiceLog | undefined;
  /** Left out: a database that another process uses is an error. */
  standby?: Companion | undefined;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts an installation and listens. While the service runs, `server.json` in the data directory holds its address. Where
 * another process leads, this one serves as a member or waits, and the promise resolves when it has become the leader.
 * @throws Failure when the port is taken or not allowed; Problem from the controller, and for a certificate that cannot be used
 */
export async function startService(
  settings: Settings,
  log: Logger,
  { serviceLog, standby }: StartOptions = {},
) {
  const { Server: server } = settings;
  const port = standby && new ServicePort({ host: server.Host, port: server.Port });
  // Requests that wait in one role of this process are sent to the leader that the next one knows.
  let findLeader = (): Holder | undefined => undefined;
  /** @param hasServed true where this process has served before, in another role */
  const openRole = (hasServed: boolean) => {
    const certificate = openCertificate(settings, log);
    const waiting =
      standby && port && new StandbyServer({ port, server, certificate, log, standby, hasServed });
    return { hasServed, certificate, waiting };
  };
  for (let role = openRole(false); ; ) {
    const { hasServed, certificate, waiting } = role;
    const options = { settings, log, certificate, standby: waiting, ...(serviceLog ? { serviceLog } : {}) };
    const { leader, member } = await startNode(options).catch((error) => {
      port?.close();
      port?.closeAllConnections();
      return cannotStart(error, settings);
    });
    const isShared = hasNodes(settings) || waiting?.isOpen === true;
    const place = { certificate, waiting, port: isShared ? port : undefined };
    if (leader) {
      if (waiting && isShared) {
        // Requests wait until they can be answered, here and at other nodes.
        await waiting.hold();
        await untilReady(leader, waiting.signal);
      }
      const listening = await listen(buildApp({ controller: leader, log }), leader, place);
      const failed = (err: unknown) => log.warn({ err }, 'secrets not handed to a command of this machine');
      // A service without it serves all the same.
      const socket = await openSecretSocket(settings.DataDirectory, leader, failed).catch(failed);
      const nodes = hasServed ? await leader.nodes().catch(() => []) : [];
      const own = nodes.find(({ role, seconds }) => role === 'leader' && seconds > 0);
      findLeader = () => own;
      const stop: typeof listening.stop = () => {
        socket?.close();
        return listening.stop();
      };
      return { ...listening, controller: leader, stop };
    }
    // Most installations have one node, which never loads it.
    const { buildMemberApp } = await import('../../../api/member/app.js');
    findLeader = member.leader;
    const { app, handOver } = await buildMemberApp(member, log, {
      hasServed,
      findLeader: () => findLeader(),
    });
    const { url, stop } = await listen(app, member, place);
    standby?.joined({ url, controller: member });
    await Promise.race([member.outdated, aborted(standby?.signal)]);
    if (standby?.signal.aborted) {
      await stop();
      throw new Problem('shutting_down', 'The member was stopped');
    }
    role = openRole(true);
    const next = role.waiting;
    findLeader = () => next?.holder;
    rmSync(serverFile(settings.DataDirectory), { force: true });
    await next?.hold();
    await handOver();
    await member.stop();
  }
}

/** How the service is reached. */
interface ListenOptions {
  certificate: ServerCertificate | undefined;
  /** Takes connections until then, whose requests may be unread. */
  waiting: StandbyServer | undefined;
  /** Left out: the app opens a port of its own. */
  port: ServicePort | undefined;
}

/** Listens and announces the address, to commands on this machine and to other nodes. */
async function listen(
  app: FastifyInstance,
  controller: StartedController | MemberController,
  { certificate, waiting, port }: ListenOptions,
) {
  const { settings } = controller;
  const { Server } = settings;
  const receive = (socket: Socket): void => {
    // The handshake of one that waited may be done.
    app.server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
    socket.resume();
  };
  try {
    if (port) {
      await app.ready();
      checkHeaderTimes(app.server);
      await port.open();
      port.give(receive);
    } else {
      await app.listen({ host: Server.Host, port: Server.Port });
    }
    await waiting?.close(receive);
  } catch (error) {
    await app.close();
    await controller.stop();
    cannotListen(error, settings);
  }
  const file = serverFile(settings.DataDirectory);
  const address = port?.address ?? (app.server.address() as AddressInfo);
  const url = getUrl(Server, address);
  controller.listensOn(address.port);
  const nodeUrl = Server.NodeUrl ?? getNodeUrl(Server, address);
  announce(file, { url, pid: process.pid }, certificate);
  certificate?.onChange(({ fingerprint }) => void controller.announce(nodeUrl, fingerprint).catch(() => {}));
  await controller.announce(nodeUrl, certificate?.current.fingerprint);
  return {
    /** An address that reaches the service from this machine. */
    url,
    /**
     * Refuses new requests, finishes those in progress, then stops the controller. Beside other nodes, it first tells them and load
     * balancers, and goes on for as long as they take to turn to others.
     */
    async stop() {
      rmSync(file, { force: true });
      if (hasNodes(settings)) {
        app.leaving.begin();
        await sleep(leaveMs);
      }
      port?.close();
      await app.close();
      await controller.stop();
      port?.closeAllConnections();
    },
  };
}

/** Waits until the controller is ready, or not in time. */
async function untilReady(controller: StartedController, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + maxReadingMs;
  while (controller.readiness().length > 0 && performance.now() < deadline && !signal.aborted)
    await sleep(25);
}

function hasNodes({ Database, Git }: Settings): boolean {
  return Database.Url !== undefined && Git.Remote !== undefined;
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function openCertificate({ Server: { Tls } }: Settings, log: Logger): ServerCertificate | undefined {
  return Tls && new ServerCertificate({ certificate: Tls.Certificate, key: Tls.Key }, { log });
}

/** Writes down how commands on this machine reach the service, again with each new certificate. */
function announce(file: string, server: RunningServer, certificate: ServerCertificate | undefined): void {
  const write = (content: RunningServer) => {
    writeFileSync(`${file}.tmp`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  };
  write(certificate ? { ...server, certificate: certificate.current.fingerprint } : server);
  certificate?.onChange(({ fingerprint }) => write({ ...server, certificate: fingerprint }));
}

function getUrl(
  { Host, BasePath = '', Tls }: Settings['Server'],
  { address, port, family }: AddressInfo,
): string {
  const own = family === 'IPv6' ? `[${address}]` : Host || address;
  const host = { '0.0.0.0': '127.0.0.1', '::': 'localhost' }[address] ?? own;
  return `${Tls ? 'https' : 'http'}://${host}:${port}${BasePath}`;
}

/** The address at which other nodes reach this one, where `Server.NodeUrl` names none. */
function getNodeUrl(server: Settings['Server'], address: AddressInfo): string {
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  const outer = isAny ? outerAddress() : undefined;
  if (outer === undefined) return getUrl(server, address);
  return `${server.Tls ? 'https' : 'http'}://${outer}:${address.port}`;
}

function outerAddress(): string | undefined {
  try {
    const all = Object.values(networkInterfaces()).flat();
    return all.find((one) => one !== undefined && !one.internal && one.family === 'IPv4')?.address;
  } catch {
    // The sandbox of a service may hide the interfaces: then `Server.NodeUrl` names the address.
    return undefined;
  }
}

function cannotStart(error: unknown, settings: Settings): never {
  if (!(error instanceof Problem) || error.code !== 'data_directory_in_use') throw error;
  const running = findRunningServer(settings.DataDirectory);
  const hints = running
    ? [`The service that uses it is process ${running.pid} and answers at ${running.url}.`]
    : error.hints.map((hint) => toHintBody(hint));
  throw new Failure(exitCodes.usage, error.message, hints, { cause: error });
}

function cannotListen(error: unknown, { Server }: Settings): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  const place = `${Server.Host}:${Server.Port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Something else listens on ${place} already`,
    EACCES: `This user may not listen on ${place}`,
    EADDRNOTAVAIL: `${Server.Host} is not an address of this machine`,
    ENOTFOUND: `${Server.Host} is not an address of this machine`,
  };
  const reason = reasons[code];
  if (reason === undefined) throw error;
  const hints = ['Choose another with `--port` or `--host`; `--port 0` takes any free port.'];
  throw new Failure(exitCodes.usage, reason, hints, { cause: error });
}
