import type { CallWriter, Hint, HintBody } from '../../../controller/problems/index.js';
import { toHintBody } from '../../../controller/problems/index.js';
import { hintShape } from '../../http/problem-answers.js';
import { described, getAnswer } from './schemas.js';

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
