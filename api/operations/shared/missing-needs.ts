import type { MissingNeed, UnrunnableEntity } from '../../../controller/catalog/index.js';
import { hintCallField, toHintFields } from './hints.js';
import type { OperationContext } from './operation.js';
import { choice, described, getAnswer, getArray, named, text, textOrNull, texts } from './schemas.js';

export const missingShape = described(
  getAnswer(
    'MissingNeed',
    {
      need: described(
        choice({
          secret: 'A secret, or a key of it.',
          environment: 'An environment that the branch may use.',
          person: 'A person who can answer.',
          setting: 'A setting that allows it.',
          program: 'A program of the machine of the service.',
          server: 'A server that the network rules allow.',
          consent: 'The consent of a person to the use of an API.',
        }),
        'The sort of thing that is missing.',
      ),
      type: described(text, 'The type of the entity that needs it: this one, or one that it uses.'),
      name: described(text, 'The name of that entity.'),
      message: described(text, 'What is missing.'),
      hint: described(text, 'What to do about it.'),
    },
    {
      secret: described(
        getAnswer('MissingSecret', {
          path: described(text, 'The path to store it at.'),
          keys: described(texts, 'The keys that are not there; empty where any will do.'),
        }),
        'Of a missing secret: its place.',
      ),
      environments: described(
        getArray(textOrNull),
        'The environments in which it is missing; null stands for none. Left out where it is missing in each.',
      ),
      hintCall: hintCallField,
    },
  ),
  'Something that an entity needs of the installation and that is not here.',
);

const unrunnableShape = described(
  getAnswer('UnrunnableEntity', {
    type: named.type,
    name: named.name,
    missing: described(getArray(missingShape), 'What it lacks, each with the way to get it.'),
  }),
  'An entity that could not run.',
);

/** The member of answers about changes that tells which changed entities could not run. */
export const notRunnableField = described(
  getArray(unrunnableShape),
  'The changed entities that could not run with the change in service, as the installation is now: the change is valid all the same.',
);

type AnsweredNeed = Omit<MissingNeed, 'hint'> & ReturnType<typeof toHintFields>;
export type AnsweredEntity = Omit<UnrunnableEntity, 'missing'> & { missing: readonly AnsweredNeed[] };

/** Returns needs with their hints as the caller's protocol has them. */
export function answerNeeds(
  { writeCall }: Pick<OperationContext, 'writeCall'>,
  missing: readonly MissingNeed[],
): AnsweredNeed[] {
  return missing.map(({ hint, ...need }) => ({ ...need, ...toHintFields(hint, writeCall) }));
}

/** Returns an answer about a change, with the hints in `notRunnable` as the caller's protocol has them. */
export function withNotRunnable<Value extends { notRunnable: readonly UnrunnableEntity[] }>(
  context: Pick<OperationContext, 'writeCall'>,
  value: Value,
): Omit<Value, 'notRunnable'> & { notRunnable: AnsweredEntity[] } {
  const notRunnable = value.notRunnable.map(({ missing, ...entity }) => ({
    ...entity,
    missing: answerNeeds(context, missing),
  }));
  return { ...value, notRunnable };
}
