import { absentNames } from '../../schemas/script-modules.js';
import { isModule } from '../../schemas/script-scan.js';
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

const maxText = 2_000;
/** Returns one line for the author of the code: the error, and the line of the code that raised it. */
export function explain(thrown: Thrown, code: string): string {
  const { name, message, stack } = thrown;
  const line = Number(/\bscript\.js:(\d+)/.exec(stack)?.[1] ?? 0);
  const lines = code.split('\n').length;
  const place = line > 0 ? ` (line ${Math.min(line, lines)})` : '';
  const said = name === '' || name === 'Error' ? message : `${name}: ${message}`;
  return `${shortened(said || 'an error without a message', maxText)}${place}${hint(message, code)}`;
}

function hint(message: string, code: string): string {
  const name = /^'?(\w+)'? is not defined$/.exec(message)?.[1] ?? '';
  const reason = Object.hasOwn(absentNames, name) ? absentNames[name] : undefined;
  if (reason !== undefined) return `; ${reason}`;
  return isModule(code) && /return not in a function/.test(message)
    ? '; code with `import` gives its value with `export default`'
    : '';
}
