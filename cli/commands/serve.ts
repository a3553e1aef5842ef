import { resolve } from 'node:path';
import { requireFolder } from '../client/installation.js';
import { type Command, type Io, isSet, type Options, text } from '../command.js';
import { exitCodes } from '../failure.js';

export const serve: Command = {
  usage: 'serve',
  summary: 'run the service in the foreground',
  description:
    'Serves a folder: a Git repository is followed, a plain folder is read as it is. With svc.yaml in it, that counts.\n' +
    'Stops on Ctrl-C after finishing what is under way.',
  options: [
    { flags: '--dir <folder>', description: 'folder to serve; the working directory unless said' },
    { flags: '--config <file>', description: 'settings file in place of svc.yaml in the folder' },
    { flags: '--port <port>', description: 'port to listen on; 0 takes any free one' },
    { flags: '--host <host>', description: 'address to listen on' },
  ],
  examples: ['svc serve --dir ./automations --port 8080'],
  async run(io, _args, options) {
    const { loadSettings } = await import('../../controller/settings/index.js');
    const { logFile, ServiceLog } = await import('../../controller/service-log/index.js');
    const { startService } = await import('../serve/start-service.js');
    const { printStartBlock } = await import('../serve/start-block.js');
    const { serviceLogStream } = await import('../output/service-log.js');
    const { default: pino } = await import('pino');
    const settings = loadSettings({ ...placeOf(io, options), env: { ...io.env, ...overrides(options) } });
    const { LogFile, LogLevel } = settings.Telemetry;
    const files = LogFile === undefined ? [] : [logFile(LogFile)];
    const serviceLog = new ServiceLog({ sinks: [serviceLogStream(io), ...files] });
    const log = pino({ level: LogLevel }, serviceLog);
    const service = await startService(settings, log, serviceLog);
    const interrupted = new Promise<void>((interrupt) => io.onInterrupt(interrupt));
    if (isSet(options, 'json')) {
      const { branches } = service.controller;
      io.stdout.write(
        `${JSON.stringify({ url: service.url, pid: process.pid, production: branches.production })}\n`,
      );
    } else await Promise.race([printStartBlock(io, service), interrupted]);
    await interrupted;
    io.stderr.write('Stopping: finishing what is under way. Once more to stop at once.\n');
    const undo = io.onInterrupt(() => process.exit(exitCodes.faulted));
    await service.stop();
    undo();
    return exitCodes.done;
  },
};

function placeOf(io: Io, options: Options): { dir?: string; configFile?: string } {
  const dir = text(options, 'dir');
  const config = text(options, 'config');
  return {
    ...(dir === undefined && config !== undefined ? {} : { dir: requireFolder(io, dir ?? '.') }),
    ...(config === undefined ? {} : { configFile: resolve(io.cwd, config) }),
  };
}

/** Options count as the variables of the settings they stand for, and are checked as those are. */
function overrides(options: Options): Record<string, string> {
  const port = text(options, 'port');
  const host = text(options, 'host');
  return {
    ...(port === undefined ? {} : { SVC_Server__Port: port }),
    ...(host === undefined ? {} : { SVC_Server__Host: host }),
  };
}
