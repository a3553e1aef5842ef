import { createRequire, syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';
import { describeChange, describeValue, type Leak, type Watch } from './watch.js';

const builtinModules = [
  'async_hooks',
  'buffer',
  'child_process',
  'crypto',
  'dgram',
  'diagnostics_channel',
  'dns',
  'dns/promises',
  'events',
  'fs',
  'fs/promises',
  'http',
  'http2',
  'https',
  'module',
  'net',
  'os',
  'path',
  'perf_hooks',
  'querystring',
  'readline',
  'stream',
  'stream/promises',
  'string_decoder',
  'timers',
  'timers/promises',
  'tls',
  'tty',
  'url',
  'util',
  'v8',
  'vm',
  'worker_threads',
  'zlib',
];

/** Properties that change without anyone's doing, or have a watch of their own. */
const unwatched = new Set(['process.env', 'process._events', 'process._eventsCount', 'process.exitCode']);

/** Globals that packages add when they are loaded, for all copies of themselves. They stay as long as the modules. */
const addedByPackages = new Set([
  'globalThis[Symbol(signal-exit emitter)]',
  'globalThis.__zod_globalConfig',
  'globalThis.__zod_globalRegistry',
  // AWS SDK
  'globalThis.awslambda',
  // bowser, worker-timers
  'globalThis.regeneratorRuntime',
]);

/** Functions of the process that the package signal-exit replaces while it has a listener, and puts back by itself. */
const ofSignalExit = /#process(?:Emit|ReallyExit)\(/;

type Properties = Map<PropertyKey, PropertyDescriptor>;

/** Watches globals and the exports of Node's modules, with their own properties and those of their prototypes. */
export function watchObjects(): Watch {
  const before = new Map<object, { name: string; properties: Properties }>();
  for (const [name, object] of namedObjects()) {
    if (!before.has(object)) before.set(object, { name, properties: getProperties(object) });
  }
  return {
    findLeaks: () =>
      [...before].flatMap(([object, { name, properties }]) => compareProperties(name, object, properties)),
  };
}

function compareProperties(owner: string, object: object, before: Properties): Leak[] {
  const keys = new Set([...before.keys(), ...Reflect.ownKeys(object)]);
  return [...keys].flatMap((key): Leak[] => {
    const name = getOwnerName(owner, key);
    const was = before.get(key);
    const is = Reflect.getOwnPropertyDescriptor(object, key);
    if (unwatched.has(name) || isSame(object, was, is)) return [];
    if (!was && addedByPackages.has(name)) return [];
    if (ofSignalExit.test(String(was?.value)) || ofSignalExit.test(String(is?.value))) return [];
    const text = describeChange(name, describeProperty(was), describeProperty(is));
    return [{ text, restore: () => setProperty(object, key, was) }];
  });
}

function isSame(
  object: object,
  was: PropertyDescriptor | undefined,
  is: PropertyDescriptor | undefined,
): boolean {
  if (!was || !is) return was === is;
  if (Object.is(was.value, is.value) && was.get === is.get && was.set === is.set) return true;
  // Node loads some values when they are first read: an accessor becomes a property with the value that it returns.
  return was.get !== undefined && is.get === undefined && was.get.call(object) === is.value;
}

function setProperty(object: object, key: PropertyKey, was: PropertyDescriptor | undefined): void {
  // Otherwise vitest takes the stub for what was there before.
  vi.unstubAllGlobals();
  if (was) Object.defineProperty(object, key, was);
  else Reflect.deleteProperty(object, key);
  syncBuiltinESMExports();
}

function describeProperty(property: PropertyDescriptor | undefined): string {
  if (!property) return 'none';
  return property.get || property.set ? 'an accessor' : describeValue(property.value);
}

function* namedObjects(): Generator<[name: string, object: object]> {
  yield ['globalThis', globalThis];
  yield ['process', process];
  for (const [key, { value }] of getProperties(globalThis)) {
    // Vitest keeps its own state among the globals.
    if (isObject(value) && typeof key === 'string' && !key.startsWith('__vitest')) {
      yield* withPrototype(key, value);
    }
  }
  const require = createRequire(import.meta.url);
  for (const module of builtinModules) {
    const exports = require(`node:${module}`);
    yield* withPrototype(module, exports);
    for (const [key, { value }] of getProperties(exports)) {
      if (typeof value === 'function') yield* withPrototype(getOwnerName(module, key), value);
    }
  }
}

function* withPrototype(name: string, object: object): Generator<[name: string, object: object]> {
  yield [name, object];
  const prototype: unknown = Reflect.getOwnPropertyDescriptor(object, 'prototype')?.value;
  if (isObject(prototype)) yield [`${name}.prototype`, prototype];
}

function getProperties(object: object): Properties {
  const properties: Properties = new Map();
  for (const key of Reflect.ownKeys(object)) {
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    if (property) properties.set(key, property);
  }
  return properties;
}

function getOwnerName(owner: string, key: PropertyKey): string {
  return typeof key === 'symbol' ? `${owner}[${String(key)}]` : `${owner}.${String(key)}`;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
