import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { Controller } from '../../controller/start/contract.js';
import type { RunningService } from '../client/local/end-in-order.js';
import { findInstallation, refuseFolderOfInstallation, requireFolder } from '../client/local/installation.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { replaceUncaughtHandler } from '../contract/uncaught.js';

/** By default the heap may grow fourfold before old objects are collected, so that bursts take memory for garbage. */
const heapGrowth = '--heap-growing-percent=40';

export const serve: Command = {
  usage: 'serve',
  summary: 'run the service in the foreground',
  description:
    'Serves a folder: follows it when it is a Git repository, and reads the files as they are when it is not.\n' +
    'Settings come from svc.yaml in the folder. The schemas of the editor in .svc/schemas are kept up to date. Ctrl-C finishes the requests in progress and stops the service.',
  options: [
    { flags: '--dir <folder>', description: 'folder to serve (default: the working directory)' },
    { flags: '--config <file>', description: 'settings file to read instead of svc.yaml in the folder' },
    { flags: '--port <port>', description: 'port to listen on; 0 takes any free port' },
    { flags: '--host <host>', description: 'address to listen on' },
  ],
  examples: ['svc serve --dir ./automations --port 8080'],
  async run(io, _args, options) {
    setFlagsFromString(heapGrowth);
    const { Problem } = await import('../../controller/problems/index.js');
    const { endComputing } = await import('../../controller/concurrency/computing.js');
    const { loadSettings } = await import('../../controller/settings/index.js');
    const { logFile, ServiceLog } = await import('../../controller/observability/index.js');
    const { startService } = await import('../client/local/start-service.js');
    const { reportReady, reportStandby, reportStopping } = await import('../client/local/supervisor.js');
    const { printStartBlock } = await import('../output/start-block.js');
    const { serviceLogStream } = await import('../output/service-log.js');
    const { default: pino } = await import('pino');
    const settings = namingOptions(options, () =>
      loadSettings({ ...getPlace(io, options), env: { ...io.env, ...overrides(options) } }),
    );
    const { LogFile, LogLevel } = settings.Telemetry;
    const files = LogFile === undefined ? [] : [logFile(LogFile)];
    const serviceLog = new ServiceLog({ sinks: [serviceLogStream(io), ...files] });
    const log = pino({ level: LogLevel }, serviceLog);
    // Before the start: others see its end by its file and may then interrupt at once.
    const interrupted = new Promise<void>((interrupt) => io.onInterrupt(interrupt));
    const stopping = new AbortController();
    let running: RunningService | undefined;
    const { endInOrder } = await import('../client/local/end-in-order.js');
    replaceUncaughtHandler(endInOrder(log, () => running));
    void interrupted.then(() => stopping.abort());
    const start = startService(settings, log, {
      serviceLog,
      standby: {
        signal: stopping.signal,
        joins: true,
        begins() {},
        waits({ id, version }) {
          log.info({ node: id, version }, 'standby: another svc leads; this one takes over from it');
          void reportStandby(io);
        },
        joined(member) {
          const leader = member.controller.leader()?.id;
          log.info({ leader, url: member.url }, 'member: another svc leads; this one executes runs');
          void reportReady(io, member, stopping.signal);
        },
        replaced(problem) {
          // Nothing of what this process does may count any more.
          log.fatal({ code: problem.code, detail: problem.message }, 'replaced by another svc');
          process.exit(exitCodes.faulted);
        },
      },
    });
    const service = await start.catch((error) => {
      // The interrupt ended the wait for the database, in good order.
      if (stopping.signal.aborted && error instanceof Problem && error.code === 'shutting_down')
        return undefined;
      throw error;
    });
    if (!service) return exitCodes.done;
    running = service;
    void reportReady(io, service, stopping.signal);
    if (isSet(options, 'json')) {
      const { production } = service.controller.branches;
      io.stdout.write(`${JSON.stringify({ url: service.url, pid: process.pid, production })}\n`);
    } else {
      const isFoundFromHere = dataDirectoryFromHere(io) === settings.DataDirectory;
      await Promise.race([printStartBlock(io, { ...service, isFoundFromHere }), interrupted]);
    }
    const stopFollowing = await followFolder(service.controller, io, options, log);
    await interrupted;
    stopFollowing();
    io.stderr.write('Stopping: finishing the requests in progress. Interrupt again to stop at once.\n');
    const undo = io.onInterrupt(() => process.exit(exitCodes.faulted));
    await Promise.all([service.stop(), reportStopping(io)]);
    await endComputing();
    undo();
    return exitCodes.done;
  },
};

/** Keeps the schemas of the editor up to date for a served folder. @returns a function that ends it */
async function followFolder(
  controller: Controller,
  io: Io,
  options: Options,
  log: Pick<Logger, 'warn'>,
): Promise<() => void> {
  const { dir } = getPlace(io, options);
  if (dir === undefined) return () => {};
  const { followSchemas } = await import('../editor/follow-schemas.js');
  return followSchemas(controller, { dir, env: io.env }, (reason) =>
    log.warn({ reason }, 'schemas of the editor not refreshed'),
  );
}

function getPlace(io: Io, options: Options): { dir?: string; configFile?: string } {
  const dir = text(options, 'dir');
  const config = text(options, 'config');
  if (config !== undefined && dir === undefined) return { configFile: resolve(io.cwd, config) };
  const folder = requireFolder(io, dir ?? '.');
  if (config === undefined) refuseFolderOfInstallation(folder);
  return {
    dir: folder,
    ...(config === undefined ? {} : { configFile: resolve(io.cwd, config) }),
  };
}

/** Returns the data directory that other commands find from the working directory without an option. */
function dataDirectoryFromHere(io: Io): string | undefined {
  try {
    return findInstallation(io, undefined)?.DataDirectory;
  } catch {
    // The settings of another installation around the working directory are invalid, so commands do not find it.
    return undefined;
  }
}

/** The options that set a setting, each with the variable of that setting. */
const variables = { port: 'SVC_Server__Port', host: 'SVC_Server__Host' } as const;

function overrides(options: Options): Record<string, string> {
  const entries = Object.entries(variables).map(([option, variable]) => [variable, text(options, option)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Loads the settings; an error about the variable of an option names the option, which is what the user entered. */
function namingOptions<Loaded>(options: Options, load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    const { message } = error as Error;
    const fault = Object.entries(variables).find(
      ([option, variable]) => text(options, option) !== undefined && message.startsWith(`${variable}: `),
    );
    if (!fault) throw error;
    const [option, variable] = fault;
    const hints = [`\`svc serve --help\` says what \`--${option}\` takes.`];
    throw new Failure(exitCodes.usage, message.replace(variable, `--${option}`), hints, { cause: error });
  }
}
