import { resolve } from 'node:path';
import { requireFolder } from '../client/installation.js';
import { type Command, type Io, isSet, type Options, text } from '../command.js';
import { exitCodes, Failure } from '../failure.js';

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
    const settings = underFlags(options, () =>
      loadSettings({ ...placeOf(io, options), env: { ...io.env, ...overrides(options) } }),
    );
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

/** Options that count as the variables of the settings they stand for, and are checked as those are. */
const variables = { port: 'SVC_Server__Port', host: 'SVC_Server__Host' } as const;

function overrides(options: Options): Record<string, string> {
  const given = Object.entries(variables).map(([option, variable]) => [variable, text(options, option)]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** What is wrong with an option is told of the option: who typed it has set no variable. */
function underFlags<Loaded>(options: Options, load: () => Loaded): Loaded {
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
