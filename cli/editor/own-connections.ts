import { relative } from 'node:path';
import { analysisLimits, parseText, resolvePath } from '../../controller/catalog/index.js';
import type { OwnConnection } from '../../controller/kinds/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import type { Io } from '../contract/io.js';
import { type CollectedFiles, collectFiles } from '../validate/collect-files.js';
import { textsOnDisk } from '../validate/folder-texts.js';
import type { GivenFile } from '../validate/given-file.js';
import { withSlashes } from '../validate/read-file.js';

/** Returns the connections of the repository around the working directory. Files that are broken are passed over. */
export async function ownConnections(io: Io): Promise<OwnConnection[]> {
  return connectionsIn(await collectFiles(io, ['.']));
}

/** Returns the connections of files that were read. */
export function connectionsIn({ files, roots }: Pick<CollectedFiles, 'files' | 'roots'>): OwnConnection[] {
  return files.flatMap((file) => {
    const definition = connectionIn(file);
    if (definition === undefined) return [];
    const top = file.absolute === undefined ? undefined : (roots.of(file.absolute) ?? file.top);
    const read = (named: string) => {
      if (top === undefined || file.absolute === undefined) return undefined;
      const path = resolvePath(withSlashes(relative(top, file.absolute)), named);
      const bytes = path === undefined ? undefined : textsOnDisk([top], roots).read([path]).get(path);
      return bytes && Buffer.from(bytes).toString();
    };
    return [{ definition, read }];
  });
}

function connectionIn({ content, unreadable }: GivenFile): JsonObject | undefined {
  const text = Buffer.from(content).toString();
  // Most files are no connections; those need not be parsed.
  if (unreadable !== undefined || !/\bconnection\b/.test(text)) return undefined;
  const parsed = parseText(text, analysisLimits());
  const value = 'value' in parsed ? parsed.value : undefined;
  const isConnection = isObject(value) && value['kind'] === 'connection' && typeof value['name'] === 'string';
  return isConnection ? value : undefined;
}
