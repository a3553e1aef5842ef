import { Problem } from '../../../controller/problems/index.js';
import {
  findWiderScope,
  type Scopes,
  scopeEffects,
} from '../../../controller/security/identity/access/scopes.js';
import type { ApiKey } from '../../../controller/security/identity/credentials/api-keys.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { OperationContext } from '../shared/operation.js';
import { choice, described } from '../shared/schemas.js';

const maxPatterns = 50;

function getPatterns(description: string, pattern: string, examples: string[]): JsonObject {
  return {
    type: 'array',
    minItems: 1,
    maxItems: maxPatterns,
    items: { type: 'string', minLength: 1, maxLength: 255, pattern, description: 'A pattern.' },
    description,
    examples: [examples],
  };
}

const members: Readonly<Record<keyof Scopes, JsonObject>> = {
  branches: getPatterns('Patterns of branches.', '^\\S+$', ['main', 'feature/*']),
  environments: getPatterns(
    'Patterns of the environments that are read, and that runs and calls use.',
    '^[a-z0-9.*-]+$',
    ['staging'],
  ),
  flows: getPatterns(
    'Patterns of flows. Everything else is then out of reach but `entities`.',
    '^[a-z0-9.*-]+$',
    ['billing-*'],
  ),
  entities: getPatterns(
    'Patterns of entities as `type/name`; what belongs to no branch has to be named here: `secret/shop/*`.',
    '^[a-z*][a-z*-]*/\\S+$',
    ['connection/*', 'secret/shop/*'],
  ),
  tools: getPatterns('Patterns of operations and of MCP tools.', '^[a-z0-9*-]+$', ['run-flow', 'read-*']),
  effects: {
    type: 'array',
    minItems: 1,
    maxItems: Object.keys(scopeEffects).length,
    uniqueItems: true,
    items: described(choice(scopeEffects), 'A kind of call.'),
    description: 'The kinds of calls.',
    examples: [['read', 'run']],
  },
  requestsPerMinute: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    description: 'Requests a minute, where that is less than `Limits.RequestsPerMinute`.',
    examples: [60],
  },
};

/** The bounds of a key. */
export const scopesField: JsonObject = {
  title: 'Scopes',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: members,
  description:
    'What the key may do of what its role allows: only what each of these members names. In patterns `*` stands for any text. Null or left out: all that the role allows.',
  examples: [{ flows: ['billing-*'], environments: ['staging'], effects: ['read', 'run'] }],
};

/**
 * Refuses a key that reaches further than the one that makes, changes or rotates it.
 * @throws Problem forbidden
 */
export function requireNarrower(
  { principal, caller }: OperationContext,
  { scopes, expiresAt }: Partial<Pick<ApiKey, 'scopes' | 'expiresAt'>>,
): void {
  if (!principal.scopes) return;
  const wider = findWiderScope(scopes ?? {}, principal.scopes);
  if (wider) throw tooWide(principal.id, `its scope \`${wider}\` reaches further`);
  const ends = caller?.expiresAt ?? null;
  if (ends !== null && (!expiresAt || Date.parse(expiresAt) > ends))
    throw tooWide(principal.id, `it would last longer than ${new Date(ends).toISOString()}`);
}

function tooWide(maker: string, reason: string): Problem {
  return new Problem(
    'forbidden',
    `No key reaches further than the scopes of ${maker}, which makes it: ${reason}`,
    {
      hints: [
        'Give the key scopes within those of the credential that you use (`read-me` lists them), or use one without scopes.',
      ],
    },
  );
}
