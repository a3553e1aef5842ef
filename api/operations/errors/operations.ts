import { catalog, Problem, type ProblemCode } from '../../../controller/problems/index.js';
import { suggestion } from '../shared/entity-types.js';
import { nameText } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { answerOf, choice, integer, listOf, text } from '../shared/schemas.js';

const codes = Object.keys(catalog) as ProblemCode[];

const errorShape = answerOf('ErrorCode', {
  code: text,
  status: integer,
  title: text,
  retry: choice('never', 'wait', 'backoff'),
  hint: text,
});

export const listErrors: Operation = {
  name: 'list-errors',
  title: 'List the error catalog',
  description: 'Every problem that callers can receive: code, status, whether a retry helps, what to do.',
  hints: reads,
  permission: 'anyone',
  input: { properties: {} },
  output: listOf(errorShape),
  run: async () => ({ value: { items: codes.map((code) => ({ code, ...catalog[code] })) } }),
};

export const readError: Operation<{ code: string }> = {
  name: 'read-error',
  title: 'Look up an error',
  description: 'One entry of the error catalog; the `type` of a problem links to it.',
  hints: reads,
  permission: 'anyone',
  input: { properties: { code: nameText }, required: ['code'] },
  output: errorShape,
  async run(_context, input) {
    const code = codes.find((known) => known === input.code);
    if (code) return { value: { code, ...catalog[code] } };
    const near = suggestion(input.code, codes);
    throw new Problem('error_code_unknown', `There is no error \`${input.code}\``, { hints: near });
  },
};
