import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeRoot } from '../../../../schemas/code-root.js';

/** The file of the script, from the folder of the code; the build copies it to the same place. */
export const copyScriptFile = 'api/manual/pages/code/copy-buttons.js';

/** The script that puts buttons onto blocks of code, with its hash for the policy that allows this script alone. */
export interface Script {
  readonly text: string;
  readonly hash: string;
}

let script: Script | undefined;

/** Reads the script, once per process. */
export function copyScript(): Script {
  if (script === undefined) {
    const text = readFileSync(new URL(copyScriptFile, codeRoot), 'utf8');
    script = { text, hash: createHash('sha256').update(text).digest('base64') };
  }
  return script;
}
