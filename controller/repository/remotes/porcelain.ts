import type { PushResult, RefUpdate } from '../contract.js';
import { plain } from './pkt-line.js';
import { pushResult } from './receive-pack.js';

/**
 * Reads what `git push --porcelain` printed: a line `<flag>\t<from>:<to>\t<summary> (<reason>)` a ref, `!` for those
 * that were refused. Undefined when there is a ref it says nothing of.
 */
export function parsePorcelain(
  updates: readonly RefUpdate[],
  stdout: string,
  stderr: string,
): PushResult[] | undefined {
  const said = new Map<string, string | undefined>();
  for (const line of stdout.split('\n')) {
    const [, flag, ref, summary = ''] = /^([ +\-*!=])\t[^\t]*:([^\t:]+)\t(.*)$/.exec(line) ?? [];
    if (flag === undefined || ref === undefined) continue;
    said.set(ref, flag === '!' ? (/\((.*)\)$/.exec(summary)?.[1] ?? summary) : undefined);
  }
  if (!updates.every(({ ref }) => said.has(ref))) return undefined;
  const messages = plain(
    stderr
      .split('\n')
      .flatMap((line) => /^remote: (.*)$/.exec(line)?.[1] ?? [])
      .join('\n'),
  );
  return updates.map(({ ref }) => pushResult(ref, said.get(ref), messages));
}
