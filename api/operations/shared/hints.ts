import type { CallWriter, Hint, HintBody } from '../../../controller/problems/index.js';
import { toHintBody } from '../../../controller/problems/index.js';
import { described, getAnswer } from './schemas.js';

/** One hint. */
export const hintShape = {
  title: 'Hint',
  type: 'object',
  additionalProperties: true,
  required: ['text'],
  description: 'What to do next; where it is a call, with the call as data.',
  properties: {
    text: { type: 'string', description: 'A sentence, with the call as this interface takes it.' },
    operation: {
      type: 'string',
      description: 'The operation to call; left out for the same call with these arguments.',
    },
    arguments: { type: 'object', additionalProperties: true, description: 'The arguments of the call.' },
    call: { type: 'string', description: 'The call as it stands in `text`.' },
  },
};

const { operation, arguments: args, call } = hintShape.properties;

/** The member of an answer beside `hint`. */
export const hintCallField = described(
  getAnswer('HintCall', { arguments: args }, { operation, call }),
  'The call that `hint` names.',
);

/** Returns a hint as the members of an answer. */
export function toHintFields(
  hint: Hint,
  writeCall: CallWriter | undefined,
): { hint: string; hintCall?: Omit<HintBody, 'text'> } {
  const { text: sentence, ...hintCall } = toHintBody(hint, writeCall);
  return hintCall.arguments === undefined ? { hint: sentence } : { hint: sentence, hintCall };
}
