import { catalog, Problem, type ProblemCode } from '../../../controller/problems/index.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { nameText } from '../shared/fields.js';
import { hintCallField, toHintFields } from '../shared/hints.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { choice, described, getAnswer, integer, text, toList } from '../shared/schemas.js';

const codes = Object.keys(catalog) as ProblemCode[];

const errorShape = getAnswer(
  { title: 'ErrorCode', description: 'An entry of the error catalog.' },
  {
    code: described(text, 'The code.'),
    status: described(integer, 'The status over HTTP.'),
    title: described(text, 'The problem in a few words.'),
    retry: described(
      choice({
        never: 'A retry gives the same answer.',
        wait: 'A retry helps after the time in `Retry-After`.',
        backoff: 'A retry may help, each after a longer pause.',
      }),
      'Whether a retry helps.',
    ),
    hint: described(text, 'What to do.'),
    manual: described(text, 'The path of the page about it in the manual.'),
  },
  { hintCall: hintCallField },
);

function toEntry({ controller, writeCall }: OperationContext, code: ProblemCode) {
  const { BasePath = '' } = controller.settings.Server;
  const { hint, ...kind } = catalog[code];
  return { code, ...kind, ...toHintFields(hint, writeCall), manual: `${BasePath}/manual/error.${code}` };
}

export const listErrors: Operation = {
  name: 'list-errors',
  title: 'List the error catalog',
  description: 'Every problem that callers can receive: code, status, whether a retry helps, what to do.',
  hints: reads,
  atMembers: 'read',
  permission: 'anyone',
  input: { properties: {} },
  output: toList(errorShape),
  run: async (context) => ({ value: { items: codes.map((code) => toEntry(context, code)) } }),
};

export const readError: Operation<{ code: string }> = {
  name: 'read-error',
  title: 'Look up an error',
  description: 'One entry of the error catalog; the `type` of a problem links to it.',
  hints: reads,
  atMembers: 'read',
  permission: 'anyone',
  input: {
    properties: { code: { ...nameText, description: 'The code of the problem.' } },
    required: ['code'],
  },
  output: errorShape,
  async run(context, input) {
    const code = codes.find((item) => item === input.code);
    if (code) return { value: toEntry(context, code) };
    const near = didYouMean(input.code, codes);
    throw new Problem('error_code_unknown', `There is no error \`${input.code}\``, { hints: near });
  },
};
