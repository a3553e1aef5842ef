import type { JsonObject } from '../../schemas/json.js';

/** Input fields that many operations share. */
export const branchField: JsonObject = {
  type: 'string',
  minLength: 1,
  description:
    'The branch to look at. `live` is production where Git versioning is off, `local` the overlay directory.',
  examples: ['main'],
};

export const limitField: JsonObject = {
  type: 'integer',
  minimum: 1,
  maximum: 200,
  default: 50,
  description: 'Items in one answer, at most.',
};

export const cursorField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'The `nextCursor` of the answer before.',
};

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
