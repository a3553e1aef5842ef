import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import type { Assistant, Operation } from '../operations/shared/operation.js';

/** The path at which only tools that read are offered. */
export const readOnlyPath = '/mcp/readonly';
/** The header by which `svc mcp` says what the assistant of a folder's owner may do. */
const writesHeader = 'svc-mcp-writes';

/** The values of the header. */
const assistants: Readonly<Record<string, Assistant>> = { propose: 'proposes', entities: 'writes' };

/** Limits on a client by the address that it uses, or by its own choice; the rights of the caller apply besides. */
export interface WriteOptions {
  /** Nothing may be changed. */
  readsOnly: boolean;
  /** The client is an agent. One that proposes makes no other changes of the installation. */
  assistant: Assistant | undefined;
}

export function getWriteOptions(url: string, headers: IncomingHttpHeaders): WriteOptions {
  const header = String(headers[writesHeader] ?? '');
  const assistant = Object.hasOwn(assistants, header) ? assistants[header] : undefined;
  return { readsOnly: url.startsWith(readOnlyPath), assistant };
}

/** False for a tool's operation that a client with these options is always refused. */
export function mayOffer({ readsOnly, assistant }: WriteOptions, operation: Operation): boolean {
  if (operation.hints.readOnly) return true;
  if (readsOnly) return false;
  if (assistant !== 'proposes') return true;
  return (
    isAllowedToProposer(operation) ||
    isProposable(operation) ||
    Object.hasOwn(operation.input.properties, 'op')
  );
}

/** True for operations that change no definitions and no rights. */
function isAllowedToProposer({ permission }: Operation): boolean {
  return permission === 'operator' || permission === 'viewer' || permission === 'anyone';
}

function isProposable({ input }: Operation): boolean {
  return Object.hasOwn(input.properties, 'propose');
}

/**
 * Returns the input of an operation as the manner of the client demands.
 * @throws Problem forbidden
 */
export function applyWriteOptions(
  { readsOnly, assistant }: WriteOptions,
  operation: Operation,
  input: JsonObject,
  gitEnabled: boolean,
): JsonObject {
  if (operation.hints.readOnly || (!readsOnly && assistant !== 'proposes')) return input;
  if (readsOnly) {
    throw new Problem(
      'forbidden',
      `\`${readOnlyPath}\` only reads, so \`${operation.name}\` is not offered`,
      {
        hints: ['Tell the user. They can connect to `/mcp` in place of `/mcp/readonly`.'],
      },
    );
  }
  if (isAllowedToProposer(operation) || input['dryRun'] === true) return input;
  // Rows behind a connection are no entities of a branch: the operation refuses the change itself.
  if ((input['op'] ?? 'platform') !== 'platform') return input;
  // Without Git there are no proposals: the change waits for a person.
  if (isProposable(operation) && input['hold'] === undefined && input['branch'] !== 'local')
    return gitEnabled ? { ...input, propose: true } : input;
  throw new Problem(
    'forbidden',
    `\`svc mcp\` only proposes changes, and \`${operation.name}\` cannot be proposed`,
    {
      hints: ['Tell the user. They can make the change themselves, or start `svc mcp` with `--write`.'],
    },
  );
}
