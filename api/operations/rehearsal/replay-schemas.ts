import type { JsonObject } from '../../../schemas/json/types.js';
import {
  answerOrNull,
  choice,
  described,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

const changedFieldShape = getAnswer(
  { title: 'ChangedField', description: 'A place at which two values differ.' },
  { path: described(text, 'JSON pointer into the value; empty for all of it.') },
  {
    from: { description: 'The value of the recorded run; left out where it has none, or may not be shown.' },
    to: { description: 'The value of the other version; left out where it has none, or may not be shown.' },
  },
);

export const differenceShape = getAnswer(
  {
    title: 'ReplayDifference',
    description: 'A respect in which the version would have done something else than the run.',
  },
  {
    kind: described(
      choice({
        output: 'The output of the run differs.',
        fault: 'Only one of them faults, or the errors differ.',
        'call-changed': 'A call has other arguments, or its action another definition.',
        'call-added': 'The version makes a call that the run did not make.',
        'call-dropped': 'The run made a call that the version does not make.',
        'cannot-compare':
          'The record does not tell: the values depend on the time, or the version does not end.',
      }),
      'The kind of the difference.',
    ),
    task: described(
      textOrNull,
      'JSON-pointer reference of the task at which they part; in the old version for a call that was dropped.',
    ),
    flow: named.flow,
    call: described(textOrNull, 'The call, such as `shop.get`; null for an output or a fault.'),
    callKind: described(
      { type: ['string', 'null'] },
      'The kind of the call: `action`, `http`, `protocol`, `message`, `store`, `code`, `event` or `human-task`.',
    ),
    text: described(text, 'The difference in words, without values.'),
    fields: described(getArray(changedFieldShape), 'The places that differ, the first 50.'),
    isAssumed: described(
      flag,
      'True if the version had an answer that no run has recorded: that of a similar call, or one made of the schema of the action.',
    ),
  },
);

export const partingShape = answerOrNull(
  { description: 'The first task at which the version goes on otherwise; null where none does.' },
  {
    flow: named.flow,
    task: described(
      text,
      'JSON-pointer reference of the task; `/input` where the parameters of the flow differ.',
    ),
  },
);

export const replayShape: JsonObject = getAnswer(
  {
    title: 'Replay',
    description: 'What another version would have made of a recorded run.',
  },
  {
    run: described(text, 'The id of the run.'),
    flow: named.flow,
    branch: described(text, 'The branch of the run.'),
    revision: described(text, 'The commit of the version that the run is compared with.'),
    result: described(
      choice({
        same: 'The version would have made the same calls, and ended with the same output or error.',
        different: 'It would have done something else: see `differences`.',
        'cannot-compare': 'The record does not tell.',
      }),
      'The result in one word.',
    ),
    partsAt: partingShape,
    differences: described(getArray(differenceShape), 'The differences, the first 100.'),
    more: described(integer, 'The number of differences that are not listed.'),
    assumed: described(integer, 'The number of calls whose answers are assumptions.'),
    notes: described(texts, 'What cannot be compared, in words.'),
  },
);
