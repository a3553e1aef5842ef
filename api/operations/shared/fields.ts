import { Problem } from '../../../controller/problems/index.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { openObject } from './schemas.js';

/** A text that names something. The limit keeps lookups of absurd names cheap. */
export const nameText = { type: 'string', minLength: 1, maxLength: 512 } as const;

/** An input field of text. */
export function textField(description: string, maxLength: number, example?: string): JsonObject {
  const field = { type: 'string', minLength: 1, maxLength, description };
  return example === undefined ? field : { ...field, examples: [example] };
}

/** An input field with the name of something. */
export function namedField(description: string, example?: string): JsonObject {
  return textField(description, nameText.maxLength, example);
}

export function offByDefault(description: string): JsonObject {
  return { type: 'boolean', default: false, description };
}

/** As `offByDefault`, for the dry run of a call that changes much at once: its example changes nothing. */
export function dryRunFirst(description: string): JsonObject {
  return { ...offByDefault(description), examples: [true] };
}

/** Input fields that many operations share. */
export const branchField = namedField(
  'The branch. `live` is production if Git versioning is off, `local` the overlay directory.',
  'main',
);

export const opField = namedField('`platform`, or the connector that owns the type.', 'platform');

export const typeField = namedField('The entity type, in the singular.', 'connection');

export const flowField = namedField('The name of the flow.', 'daily-report');

export const envField = namedField(
  'The environment whose settings and secrets apply; the default one if left out.',
  'production',
);

/** A commit of a branch, in any of the forms that callers may name one. */
export const revisionField = textField(
  'A commit id or its beginning, `HEAD` for the newest commit of the branch, or another branch; a suffix such as `~1` steps back.',
  260,
  'HEAD~1',
);

/** Longest and usual time that a caller waits for something to end, in seconds. */
export const maxWait = 300;
export const defaultWait = 30;

/** Page size where the caller states none. */
const usualPage = 50;

export const limitField: JsonObject = {
  type: 'integer',
  minimum: 1,
  default: usualPage,
  description: 'Maximum number of items in one answer; at most `Limits.ListPage` (200).',
};

const cursorField = textField('The `nextCursor` of the previous answer.', 1024);

/** Input of a list with pages. */
export const pageFields = { limit: limitField, cursor: cursorField };

export interface PageInput {
  limit: number;
  cursor?: string;
}

/** How a write of entities of a branch is made. */
export const writeFields = {
  message: {
    ...textField(
      'The commit message; by default it names the entity and its changed fields.',
      10_000,
      'Point the CRM at its new address',
    ),
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  },
  dryRun: offByDefault('Change nothing; answer with the diff and the findings.'),
  propose: offByDefault(
    'Commit the change to a branch of its own, for review and merge; the answer has `proposal`.',
  ),
} satisfies Record<string, JsonObject>;

export const jsonPatchField: JsonObject = {
  type: 'array',
  maxItems: 10_000,
  items: openObject,
  description: 'A JSON patch (RFC 6902), in place of a merge patch.',
  examples: [[{ op: 'replace', path: '/config/baseUrl', value: 'https://crm.example.com' }]],
};

/**
 * Returns the size of a page. The usual size is cut to `Limits.ListPage`; a larger one that the caller states is refused.
 * @throws Problem list_page_too_large
 */
export function requirePageSize({ Limits }: Settings, limit: number): number {
  if (limit <= Limits.ListPage) return limit;
  if (limit === usualPage) return Limits.ListPage;
  throw new Problem(
    'list_page_too_large',
    `\`limit\` is ${limit}, but a page has at most ${Limits.ListPage} items`,
    {
      errors: [{ pointer: '/limit', message: `must be at most ${Limits.ListPage}` }],
      hints: ['Request further pages with `nextCursor`, or raise `Limits.ListPage`.'],
    },
  );
}
