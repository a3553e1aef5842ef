import { shortened } from '../../schemas/shortened.js';

/** An error of a script, as the prelude describes it. The script controls every part. */
export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

/** Reads an error from JSON that the script may have forged. */
export function readThrown(json: string): Thrown {
  const value: unknown = JSON.parse(json);
  const members = typeof value === 'object' && value !== null ? value : { message: String(value) };
  const text = (name: string) => {
    const member: unknown = Reflect.get(members, name);
    return typeof member === 'string' ? member : '';
  };
  return { name: text('name'), message: text('message'), stack: text('stack') };
}

const mostText = 2_000;
/** Names that authors of scripts expect to exist, and why they do not. */
const absent: Readonly<Record<string, string>> = {
  fetch: 'scripts reach no network; call HTTP with a task of its own',
  XMLHttpRequest: 'scripts reach no network; call HTTP with a task of its own',
  require: 'scripts have no modules',
  module: 'scripts have no modules',
  exports: 'scripts have no modules',
  setTimeout: 'scripts have no timers; wait with a `wait` task',
  setInterval: 'scripts have no timers; wait with a `wait` task',
  Buffer: 'scripts run in a QuickJS interpreter, not in Node.js',
};

/** Returns one line for the author of the code: the error, and the line of the code that raised it. */
export function explain(thrown: Thrown, code: string): string {
  const { name, message, stack } = thrown;
  const line = Number(/\bscript\.js:(\d+)/.exec(stack)?.[1] ?? 0);
  const lines = code.split('\n').length;
  const place = line > 0 ? ` (line ${Math.min(line, lines)})` : '';
  const said = name === '' || name === 'Error' ? message : `${name}: ${message}`;
  return `${shortened(said || 'an error without a message', mostText)}${place}${hint(message, code, line)}`;
}

function hint(message: string, code: string, line: number): string {
  const name = /^'?(\w+)'? is not defined$/.exec(message)?.[1] ?? '';
  const reason = Object.hasOwn(absent, name) ? absent[name] : undefined;
  if (reason !== undefined) return `; ${reason}`;
  const source = line > 0 ? (code.split('\n')[line - 1] ?? '') : '';
  return /^\s*(import|export)\b/.test(source)
    ? '; scripts have no modules: `import` and `export` are refused'
    : '';
}
