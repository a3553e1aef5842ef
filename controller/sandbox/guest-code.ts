import { readCodeFile } from '../../schemas/code-root.js';

/** The code that the interpreter evaluates inside a script. */
export const guestFiles = {
  bytes: 'controller/sandbox/guest/bytes.cjs',
  library: 'controller/sandbox/guest/library.cjs',
  prelude: 'controller/sandbox/guest/prelude.cjs',
} as const;

export function readGuestCode(name: keyof typeof guestFiles): string {
  return readCodeFile(guestFiles[name]);
}
