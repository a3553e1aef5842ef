import type { JsonObject } from '../../../../schemas/json/types.js';
import { pathPattern } from './body-path.js';

interface Common {
  items?: string;
  limit?: number;
  pages?: number;
}

/** The way from one page of a list to the next. */
export type Paginate = Common &
  (
    | { by: 'link'; next?: string }
    | { by: 'cursor'; cursor: string; parameter: string; in?: 'query' | 'body'; more?: string }
    | { by: 'offset' | 'page'; parameter?: string; start?: number; total?: string; more?: string }
  );

/** The most pages of a list, where a call states no other number. */
export const defaultPages = 100;

const path = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  maxLength: 500,
  pattern: pathPattern,
  patternErrorMessage: 'a jq path of fields and positions, such as `.data.items` or `.data[-1].id`',
  examples: [example],
});

const whole = (title: string, description: string, maximum: number, example: number): JsonObject => ({
  title,
  description,
  type: 'integer',
  minimum: 1,
  maximum,
  examples: [example],
});

const common: JsonObject = {
  items: path('Items', 'The list in the body of each page. Default: the body itself.', '.data'),
  limit: whole('Limit', 'The most items that are returned. Default: all.', 1_000_000, 500),
  pages: {
    ...whole('Pages', 'The most pages; a list that goes on after them is an error.', 1_000, 20),
    default: defaultPages,
  },
};

const more = path('More', 'False in the body of the last page.', '.has_more');

const parameter = (description: string, example: string): JsonObject => ({
  title: 'Parameter',
  description,
  type: 'string',
  minLength: 1,
  maxLength: 200,
  examples: [example],
});

const preset = (
  by: string,
  description: string,
  properties: JsonObject,
  required: string[],
  example: JsonObject,
): JsonObject => ({
  title: by,
  description,
  type: 'object',
  required: ['by', ...required],
  additionalProperties: false,
  examples: [{ by, ...example }],
  properties: {
    by: { title: 'By', description, const: by, examples: [by] },
    ...properties,
    ...common,
  },
});

const counted = (by: string, description: string, start: number): JsonObject =>
  preset(
    by,
    description,
    {
      parameter: { ...parameter('The query parameter for the number.', by), default: by },
      start: {
        title: 'Start',
        description: 'The number of the first page.',
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000_000,
        default: start,
        examples: [start],
      },
      total: path(
        'Total',
        'The number of all items in the body, after which no page is asked for.',
        '.total',
      ),
      more,
    },
    [],
    { parameter: by, items: '.data', total: '.total' },
  );

/** Reads all pages of a list. */
export const paginateField: JsonObject = {
  title: 'Paginate',
  description: 'Reads the pages of a list, and returns all their items as one list.',
  examples: [
    { by: 'link', limit: 500 },
    { by: 'cursor', cursor: '.meta.next_cursor', parameter: 'cursor', items: '.data' },
  ],
  oneOf: [
    preset(
      'link',
      'Links to the next page, in the `Link` header (RFC 8288) or in the body; only to the origin of the connection.',
      { next: path('Next', 'The link in the body, in place of the header.', '.next') },
      [],
      { next: '.next', items: '.data', limit: 500 },
    ),
    preset(
      'cursor',
      'A mark in the body, which the request for the next page has.',
      {
        cursor: path(
          'Cursor',
          'The mark in the body; null or an empty text ends the list.',
          '.meta.next_cursor',
        ),
        parameter: parameter('The parameter for the mark.', 'cursor'),
        in: {
          title: 'Place',
          description: 'The place of the parameter: the query, or a field of the body.',
          enum: ['query', 'body'],
          default: 'query',
          examples: ['body'],
        },
        more,
      },
      ['cursor', 'parameter'],
      { cursor: '.meta.next_cursor', parameter: 'cursor', items: '.data' },
    ),
    counted('offset', 'The number of items before the page; an empty page ends the list.', 0),
    counted('page', 'The number of the page; an empty page ends the list.', 1),
  ],
};
