import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import type { Operation } from '../operations/shared/operation.js';

/** The path at which only tools that read are offered. */
export const readOnlyPath = '/mcp/readonly';
/** The header by which `svc mcp` asks that changes are proposed. */
const writesHeader = 'svc-mcp-writes';

/** Limits on a client by the address that it uses, or by its own choice; the rights of the caller apply besides. */
export interface Manner {
  /** Nothing may be changed. */
  readsOnly: boolean;
  /** Changes of entities become proposals, and other changes of the installation are refused. */
  proposes: boolean;
}

export function mannerOf(url: string, headers: IncomingHttpHeaders): Manner {
  return { readsOnly: url.startsWith(readOnlyPath), proposes: headers[writesHeader] === 'propose' };
}

/**
 * Returns the input of an operation as the manner of the client demands.
 * @throws Problem forbidden
 */
export function inManner(
  { readsOnly, proposes }: Manner,
  operation: Operation,
  input: JsonObject,
  gitEnabled: boolean,
): JsonObject {
  if (operation.hints.readOnly || (!readsOnly && !proposes)) return input;
  if (readsOnly) {
    throw new Problem(
      'forbidden',
      `\`${readOnlyPath}\` only reads, so \`${operation.name}\` is not offered`,
      {
        hints: ['Tell the user. They can connect to `/mcp` in place of `/mcp/readonly`.'],
      },
    );
  }
  if (operation.permission === 'operator' || operation.permission === 'viewer' || input['dryRun'] === true)
    return input;
  const isProposable = Object.hasOwn(operation.input.properties, 'propose') && gitEnabled;
  if (isProposable && input['hold'] === undefined && input['branch'] !== 'local')
    return { ...input, propose: true };
  throw new Problem(
    'forbidden',
    `\`svc mcp\` only proposes changes, and \`${operation.name}\` cannot be proposed`,
    {
      hints: ['Tell the user. They can make the change themselves, or start `svc mcp` with `--write`.'],
    },
  );
}
