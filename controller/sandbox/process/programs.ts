import { isAbsolute } from 'node:path';
import type { Json, JsonObject } from '../../../schemas/json.js';
import { argumentText } from '../arguments.js';
import { type Code, CodeFault, type Language } from '../contract.js';

/** A command as it is started: in a folder of its own that holds `files`. */
export interface Command {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
  files: Record<string, string>;
}

/** Gives the code its named arguments as variables. */
const pythonLauncher = `import json, runpy
with open("arguments.json", encoding="utf-8") as file:
    given = json.load(file)
runpy.run_path("script.py", init_globals={"args": given, **given}, run_name="__main__")
`;

/** How code of a language is started. @throws CodeFault invalid */
export function commandFor(code: Code & { language: Exclude<Language, 'js'> }): Command {
  const named = Array.isArray(code.arguments) ? undefined : (code.arguments as JsonObject);
  const argv = named ? [] : (code.arguments as readonly Json[]).map(argumentText);
  const command = code.language === 'python' ? python(code, argv, named) : shell(code, argv, named);
  for (const text of [...command.arguments, ...Object.values(command.environment)]) {
    if (text.includes('\0'))
      throw new CodeFault('invalid', 'Arguments and variables cannot hold a zero byte');
  }
  return command;
}

function python(code: Code, argv: string[], named: JsonObject | undefined): Command {
  const program = process.platform === 'win32' ? 'python' : 'python3';
  const environment = { PYTHONIOENCODING: 'utf-8', ...variables(code.environment) };
  const files: Record<string, string> = { 'script.py': code.code };
  if (!named) return { program, arguments: ['script.py', ...argv], environment, files };
  files['arguments.json'] = JSON.stringify(named);
  files['launch.py'] = pythonLauncher;
  return { program, arguments: ['launch.py'], environment, files };
}

/** Named arguments are variables of the shell: of its environment. */
function shell(code: Code, argv: string[], named: JsonObject = {}): Command {
  const texts = Object.entries(named).map(([name, value]) => [name, argumentText(value)]);
  return {
    program: 'sh',
    arguments: ['script.sh', ...argv],
    environment: variables({ ...code.environment, ...Object.fromEntries(texts) }),
    files: { 'script.sh': code.code },
  };
}

/** Nothing of the service's own environment but where programs are found. */
function variables(given: Readonly<Record<string, string>>): Record<string, string> {
  for (const name of Object.keys(given)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new CodeFault('invalid', `\`${name}\` cannot be the name of an environment variable`);
    }
  }
  const path = (process.env['PATH'] ?? '').split(':').filter(isAbsolute).join(':');
  return { PATH: path, ...given };
}
