import { vi } from 'vitest';
import { describeChange, describeValue, type Leak, type Watch } from './watch.js';

/** Watches that `process.env` stays the object that Node made: what is written to a copy reaches no child process. */
export function watchEnvironmentObject(): Watch {
  const before = process.env;
  return {
    findLeaks() {
      if (process.env === before) return [];
      const restore = () => {
        process.env = before;
      };
      return [{ text: 'process.env: another object stands in its place', restore }];
    },
  };
}

/** Watches the variables of the environment. Vitest puts stubs back before the next test; here they end with the file. */
export function watchVariables(): Watch {
  const before = new Map(Object.entries(process.env));
  return {
    findLeaks() {
      vi.unstubAllEnvs();
      const names = new Set([...before.keys(), ...Object.keys(process.env)]);
      return [...names].flatMap((name): Leak[] => {
        const value = before.get(name);
        const after = process.env[name];
        if (after === value) return [];
        const text = describeChange(`process.env.${name}`, describeValue(value), describeValue(after));
        return [{ text, restore: () => setVariable(name, value) }];
      });
    },
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
