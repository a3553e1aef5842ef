import fs = require('node:fs');
import os = require('node:os');
import path = require('node:path');
import v8 = require('node:v8');
import vm = require('node:vm');

// Keeps the code that V8 compiles of the bundle in the user's cache folder for the next run. An error here never stops
// the command, which only starts more slowly. `NODE_DISABLE_COMPILE_CACHE` turns this cache off, as it does Node's own.

interface Source {
  bundle: string;
  source: string;
  /** The file with the code of the build, which runs the command with `SVC_WRITE_CODE_CACHE` to write it. */
  built: string;
}

/** Set the flags of V8 that the service changes to V8's own values: under other flags than these, V8 refuses the code. */
const flagsOfService = ['--heap-growing-percent=0'];

/** Files to keep, over all versions of Node and of svc. */
const maxFiles = 8;

/**
 * Runs the bundle with the code that an earlier run kept. Without such code, writes it when the process ends, after
 * compiling the functions that most entity files need.
 */
function runWithCache(
  { bundle, source, built }: Source,
  run: (script: vm.Script) => { warm?(): void },
): void {
  const isBuild = process.env['SVC_WRITE_CODE_CACHE'] !== undefined;
  const file = isBuild ? built : keptFile(bundle, source);
  const cachedData = isBuild || file === undefined ? undefined : readTrusted(file);
  const script = new vm.Script(source, { filename: bundle, ...(cachedData && { cachedData }) });
  const { warm } = run(script);
  if (file === undefined || script.cachedDataRejected === false) return;
  process.once('exit', () => {
    attempt(() => {
      warm?.();
      for (const flag of flagsOfService) v8.setFlagsFromString(flag);
      const code = script.createCachedData();
      write(file, isBuild ? withProbe(code) : code);
    });
  });
}

/** Puts the code of a one-character script in front, for a cheap check by the launcher; V8 wants both aligned to 8. */
function withProbe(code: Buffer): Buffer {
  const probe = new vm.Script('0').createCachedData();
  const start = 8 + Math.ceil(probe.length / 8) * 8;
  const whole = Buffer.alloc(start + code.length);
  whole.writeUInt32LE(start);
  whole.set(probe, 8);
  whole.set(code, start);
  return whole;
}

/** Returns the path of the file for this bundle, version of V8 and set of V8 flags. */
function keptFile(bundle: string, source: string): string | undefined {
  const folder = cacheFolder();
  const [, id] = /^\/\*(\w+)\*\//.exec(source.slice(0, 100)) ?? [];
  if (folder === undefined || id === undefined) return undefined;
  const name = path.basename(bundle, '.cjs');
  return path.join(folder, `${name}-${id}-${v8.cachedDataVersionTag().toString(36)}-${process.arch}.cache`);
}

function cacheFolder(): string | undefined {
  const { env, platform } = process;
  if (env['NODE_DISABLE_COMPILE_CACHE']) return undefined;
  const home = () => attempt(os.homedir);
  const below = (...parts: string[]) => {
    const from = home();
    return from === undefined ? undefined : path.join(from, ...parts);
  };
  const caches =
    platform === 'win32'
      ? env['LOCALAPPDATA']
      : platform === 'darwin'
        ? below('Library', 'Caches')
        : env['XDG_CACHE_HOME'] || below('.cache');
  return caches === undefined || !path.isAbsolute(caches) ? undefined : path.join(caches, 'svc');
}

/** Reads a file of code that will run, unless other users could have written it. */
function readTrusted(file: string): Buffer | undefined {
  return attempt(() =>
    isPrivate(path.dirname(file)) && isPrivate(file) ? fs.readFileSync(file) : undefined,
  );
}

function isPrivate(file: string): boolean {
  const { uid, mode } = fs.lstatSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Writes the file as a whole or not at all, also when several processes write it. */
function write(file: string, data: Buffer): void {
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(draft, data, { mode: 0o644, flag: 'wx' });
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
  if (folder !== __dirname) dropOldest(folder);
}

function dropOldest(folder: string): void {
  const kept = fs.readdirSync(folder).filter((name) => /^(?:all|validate)-.*\.cache(\.\d+)?$/.test(name));
  const dated = kept.map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }));
  dated.sort((a, b) => b.at - a.at);
  for (const { name } of dated.slice(maxFiles)) fs.rmSync(path.join(folder, name), { force: true });
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export = { runWithCache };
