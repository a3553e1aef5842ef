import { readCodeFile } from '../../../../schemas/code-root.js';

/** The file with the text of clients. */
export const clientRuntimeFile = 'cli/commands/generate/client/client-runtime.ts';

/** Returns the part of a generated client that is the same for every server, with these members in `flows`. */
export function getRuntime(flowMembers: string): string {
  const text = readCodeFile(clientRuntimeFile);
  const [, beforeFlows = '', , afterFlows = ''] = text.split(/^ *\/\/ mark: .*\n/m);
  return `${beforeFlows}${flowMembers}${afterFlows}`;
}
