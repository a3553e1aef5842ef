import type { Target } from '../../controller/identity/access.js';
import { Problem } from '../../controller/problems/index.js';
import type { Settings } from '../../controller/settings/index.js';
import type { JsonObject } from '../../schemas/json.js';

/** A text that names something; whoever looks for a longer one would only cost time. */
export const nameText = { type: 'string', minLength: 1, maxLength: 512 } as const;

/** Input fields that many operations share. */
export const branchField: JsonObject = {
  ...nameText,
  description:
    'The branch to look at. `live` is production where Git versioning is off, `local` the overlay directory.',
  examples: ['main'],
};

/** Who has the entities of a type. */
export const opField: JsonObject = {
  ...nameText,
  description: '`platform`, or the connector that owns the type.',
  examples: ['platform'],
};

export const typeField: JsonObject = {
  ...nameText,
  description: 'The entity type, in the singular.',
  examples: ['connection'],
};

/** What a page has where nobody says it. */
const usualPage = 50;

export const limitField: JsonObject = {
  type: 'integer',
  minimum: 1,
  default: usualPage,
  description: 'Items in one answer, at most; `Limits.ListPage` (200) is the most there can be.',
};

export const cursorField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'The `nextCursor` of the answer before.',
};

/** The schema of a list that is given as a whole. */
export function listOf(item: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: item } },
  };
}

/** The schema of one page of a list. */
export function pageOf(item: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['items', 'nextCursor'],
    properties: {
      items: { type: 'array', items: item },
      nextCursor: { type: ['string', 'null'], description: 'Null on the last page.' },
    },
  };
}

/**
 * How many items a page has: what is usual is cut to what the installation gives in one answer, more is refused.
 * @throws Problem list_page_too_large
 */
export function requirePageSize({ Limits }: Settings, limit: number): number {
  if (limit <= Limits.ListPage) return limit;
  if (limit === usualPage) return Limits.ListPage;
  throw new Problem(
    'list_page_too_large',
    `\`limit\` is ${limit}, and a page has ${Limits.ListPage} items at most`,
    {
      errors: [{ pointer: '/limit', message: `must be at most ${Limits.ListPage}` }],
      hints: ['Go on with `nextCursor`, or raise `Limits.ListPage`.'],
    },
  );
}

/** What an operation on a whole branch is done to. */
export function wholeBranch({ branch }: { branch: string }): Target {
  return { branch };
}

/** The part of a branch that the caller may see: the operation leaves out the rest. */
export function partOfBranch({ branch }: { branch: string }): Target {
  return { branch, some: true };
}

export function flowTarget({ branch, flow }: { branch: string; flow: string }): Target {
  return { branch, type: 'flow', name: flow };
}
