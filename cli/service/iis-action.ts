import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { Problem } from '../../controller/problems/index.js';
import { defaultSettings } from '../../controller/settings/index.js';
import { isSet, type Options, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { serveArguments } from './contract/definition.js';
import type { Machine } from './contract/machine.js';
import { placeOn } from './contract/machine.js';
import type { Step } from './contract/plan.js';
import { type Defined, defineService } from './define.js';
import { planIis } from './iis/install.js';
import { planJson, planText, progressText } from './plan-text.js';
import { requireProgram } from './require.js';
import { starterSettings } from './served.js';
import { carryOut } from './steps.js';
import { windows } from './windows/windows.js';

/** The folder of a dry run that names none. */
const exampleFolder = String.raw`C:\svc`;
const windowsPath = /^(?:[a-z]:[\\/]|\\\\)/i;

/**
 * Installs svc in IIS, or shows the files and commands where `--dry-run` asks for it.
 * @throws Failure, Problem service_manager_missing, service_rights_missing, service_command_failed
 */
export async function installInIis(io: Io, thisOne: Machine, options: Options): Promise<number> {
  const isDry = isSet(options, 'dryRun');
  if (!isDry) await requireWindows(thisOne);
  if (thisOne.platform === 'win32') return install(io, thisOne, options);
  // A dry run shows elsewhere what Windows would get.
  const foreign = { ...thisOne, platform: 'win32' as const };
  const dirText = text(options, 'dir');
  if (dirText === undefined || !windowsPath.test(dirText)) {
    const reason = dirText === undefined ? 'Without `--dir`' : `As ${dirText} is no folder of Windows`;
    io.stderr.write(`${reason}, this is what ${exampleFolder} would get.\n`);
    return withFolder(foreign, exampleFolder, (machine) =>
      install(io, machine, { ...options, dir: exampleFolder }),
    );
  }
  const isHere = existsSync(placeOn(thisOne, dirText));
  return isHere
    ? install(io, foreign, options)
    : withFolder(foreign, dirText, (machine) => install(io, machine, options));
}

/** Calls `action` with a machine that has nothing but a folder. */
async function withFolder<Result>(
  machine: Machine,
  folder: string,
  action: (machine: Machine) => Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), 'svc-iis-'));
  try {
    const empty = { ...machine, root };
    mkdirSync(placeOn(empty, win32.resolve(folder)), { recursive: true });
    return await action(empty);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function install(io: Io, machine: Machine, options: Options): Promise<number> {
  const isDry = isSet(options, 'dryRun');
  const defined = await defineService(machine, windows, io.cwd, options);
  const { definition } = defined;
  const { serve, dataDirectory, dir, program } = definition;
  const plan = planIis({
    dir,
    program,
    dataDirectory,
    args: serveArguments({ serve, port: undefined }),
    port: definition.port ?? 8080,
    path: requirePath(text(options, 'path') ?? '/'),
    site: requireSite(text(options, 'site') ?? 'svc'),
    serves: [serve.folder].filter((folder) => folder !== undefined),
    maxBodyBytes: defaultSettings.Backups.LargestUpload,
  });
  const steps = [...getStarter(machine, defined), ...plan.steps];
  if (isDry) {
    if (isSet(options, 'json')) print(io, { dryRun: true, ...planJson({ ...plan, steps }) });
    else io.stdout.write(planText({ ...plan, steps }));
    return exitCodes.done;
  }
  requireProgram(machine, definition);
  await carryOut(machine, windows, steps, (step) => {
    if (!isSet(options, 'json')) io.stderr.write(`${progressText(step)}\n`);
  });
  if (isSet(options, 'json')) print(io, planJson({ ...plan, steps }));
  else for (const note of plan.notes) io.stdout.write(`${note}\n`);
  return exitCodes.done;
}

async function requireWindows(machine: Machine): Promise<void> {
  if (machine.platform !== 'win32')
    throw new Problem('service_manager_missing', 'IIS runs on Windows only', {
      hints: [
        '`svc iis install --dry-run` prints the files and commands for a Windows machine; here, use `svc service install`.',
      ],
    });
  if (await machine.isAdministrator()) return;
  throw new Problem(
    'service_rights_missing',
    '`svc iis install` changes IIS, which an administrator alone may do',
  );
}

function getStarter(machine: Machine, { definition, starter }: Defined): Step[] {
  if (starter === undefined || existsSync(placeOn(machine, starter))) return [];
  const content = starterSettings(definition.dataDirectory, undefined);
  return [{ do: 'write', file: { path: starter, content } }];
}

function requirePath(path: string): string {
  if (/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(path)) return path;
  throw misuse(
    `\`--path\` takes a path such as \`/svc\`, not \`${path}\``,
    'Leave it out for a site of its own.',
  );
}

function requireSite(site: string): string {
  if (/^[\w][\w .-]{0,60}$/.test(site)) return site;
  throw misuse(`\`${site}\` cannot be the name of a site`, 'Use letters, digits, blanks, `.`, `-` and `_`.');
}

function print(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
