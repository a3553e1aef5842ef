import { createHash } from 'node:crypto';
import { readCodeFile } from '../../../../schemas/code-root.js';

/** The file of the script. */
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
    const text = readCodeFile(copyScriptFile);
    script = { text, hash: createHash('sha256').update(text).digest('base64') };
  }
  return script;
}
