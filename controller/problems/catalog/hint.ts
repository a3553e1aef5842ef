import type { JsonObject } from '../../../schemas/json/types.js';

/** The next step of a caller: a sentence, or one with the call that does it. */
export type Hint = string | CallHint;

/** A hint whose call each surface writes in its own form. */
export interface CallHint {
  /** A sentence, with `{call}` where the call stands. */
  readonly text: string;
  /** The name of an operation; left out for the call that failed, with other arguments. */
  readonly operation?: string;
  /** By the names of the operation's input. Names that are left out are taken from the call that failed. */
  readonly arguments?: JsonObject;
}

export type HintCall = Pick<CallHint, 'operation'> & Required<Pick<CallHint, 'arguments'>>;

/** A hint as it is answered. */
export interface HintBody {
  /** The sentence, with the call as the surface writes it. */
  text: string;
  operation?: string;
  arguments?: JsonObject;
  /** The call as it stands in `text`. */
  call?: string;
}

/** Writes a call as one surface takes it. */
export type CallWriter = (call: HintCall) => string;

/** Returns a hint as an answer has it. @param write left out for a text that every surface shows */
export function toHintBody(hint: Hint, write?: CallWriter): HintBody {
  if (typeof hint === 'string') return { text: hint };
  const { text, operation, arguments: args = {} } = hint;
  const data = { ...(operation === undefined ? {} : { operation }), arguments: args };
  if (!write) return { text: text.replace('{call}', () => plainCall(data)), ...data };
  const call = write(data);
  return { text: text.replace('{call}', () => `\`${call}\``), ...data, call };
}

/** Returns the text of a hint for where no surface is known: the call is the name of the operation. */
export function toHintText(hint: Hint): string {
  return toHintBody(hint).text;
}

function plainCall({ operation, arguments: args }: HintCall): string {
  if (operation !== undefined) return `the operation \`${operation}\``;
  return Object.entries(args)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(', ');
}

/** Returns several hints as one, which keeps the first of their calls. */
export function joinHints(hints: readonly Hint[]): Hint {
  const first = hints.find((hint) => typeof hint !== 'string');
  if (first === undefined) return hints.join(' ');
  const texts = hints.map((hint) => (hint === first ? first.text : toHintText(hint)));
  return { ...first, text: texts.join(' ') };
}
