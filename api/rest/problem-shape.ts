import type { JsonObject } from '../../schemas/json.js';

/** One fault of a request or a file. */
const detailShape: JsonObject = {
  type: 'object',
  additionalProperties: true,
  properties: {
    pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into what was sent, or the file.' },
    file: { type: 'string' },
    line: { type: 'integer' },
    column: { type: 'integer' },
    message: { type: 'string' },
    sides: {
      type: 'object',
      additionalProperties: true,
      description:
        'Of a conflict: `base`, `ours` (what was asked for) and `theirs`; null where there is nothing.',
    },
  },
};

/** Problem details (RFC 9457), with what svc adds. */
export const problemShape: JsonObject = {
  title: 'Problem',
  type: 'object',
  additionalProperties: true,
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'hints'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What went wrong this time.' },
    instance: { type: 'string', description: 'The id of the request.' },
    code: { type: 'string', description: 'The code in the error catalog.', examples: ['entity_not_found'] },
    hints: { type: 'array', items: { type: 'string' }, description: 'What to do next.' },
    errors: { type: 'array', items: detailShape },
  },
};
