import { createRequire } from 'node:module';
import { vi } from 'vitest';
import { describeChange, describeValue, type Leak, type Watch } from './watch.js';

/** The part of vitest's globals that holds replaced modules. It has no type. */
interface VitestGlobals {
  readonly __vitest_mocker__: {
    readonly registries: Map<string, { keys(): Iterable<string>; clear(): void }>;
  };
}

/** Watches modules that `vi.mock` or `vi.doMock` replaces: modules that were loaded with a replaced one keep it. */
export function watchReplacedModules(): Watch {
  return {
    findLeaks() {
      const { registries } = (globalThis as unknown as VitestGlobals).__vitest_mocker__;
      return [...registries.values()].flatMap((registry) =>
        [...registry.keys()].map((path): Leak => {
          const restore = () => {
            registry.clear();
            vi.resetModules();
          };
          return { text: describeChange(`module ${path}`, 'its file', 'replaced by `vi.mock`'), restore };
        }),
      );
    },
  };
}

/** Watches that loaded CommonJS modules stay what they are: `require` would give others to later files. */
export function watchRequiredModules(): Watch {
  const { cache } = createRequire(import.meta.url);
  const before = new Map(
    Object.entries(cache).map(([path, module]) => [path, { module, exports: getExports(module) }]),
  );
  return {
    findLeaks: () =>
      [...before].flatMap(([path, { module, exports }]): Leak[] => {
        if (cache[path] === module && getExports(module) === exports) return [];
        const text = describeChange(
          `required module ${path}`,
          describeValue(exports),
          describeValue(getExports(cache[path])),
        );
        const restore = () => {
          if (module && exports !== undefined) module.exports = exports;
          cache[path] = module;
        };
        return [{ text, restore }];
      }),
  };
}

/** Returns the exports of a module; undefined for one that computes them, as Node's own do. */
function getExports(module: NodeJS.Module | undefined): unknown {
  return module && Reflect.getOwnPropertyDescriptor(module, 'exports')?.value;
}
