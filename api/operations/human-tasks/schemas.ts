import {
  answerOf,
  choice,
  described,
  objectOrNull,
  openObject,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

export const humanTaskStatus = choice('open', 'completed', 'overdue', 'cancelled');

const summary = {
  id: described(text, 'The id of the task.'),
  title: text,
  status: described(
    humanTaskStatus,
    '`overdue`: its time passed without an answer. `cancelled`: its run no longer waits for it.',
  ),
  flow: text,
  branch: text,
  environment: textOrNull,
  run: described(text, 'The id of the run that waits for the task.'),
  reference: described(text, 'The reference of the task in its flow.'),
  assignees: described(texts, 'Users (`ada`, `oidc:ada`) and teams (`team:billing`).'),
  openedAt: described(text, 'RFC 3339, as the other times.'),
  dueAt: textOrNull,
  claimedBy: described(textOrNull, 'The assignee who works on the task.'),
  unnotified: described(
    texts,
    'The people that the last notification did not reach; the log of the run has the reasons. Failed ones are sent again for half an hour.',
  ),
};

export const humanTaskSummaryShape = answerOf('HumanTaskSummary', summary);

export const humanTaskShape = answerOf('HumanTask', {
  ...summary,
  description: textOrNull,
  form: described(openObject, 'JSON Schema of the values.'),
  claimedAt: textOrNull,
  endedAt: textOrNull,
  completedBy: textOrNull,
  values: described(objectOrNull, 'The answer; null until the task is completed.'),
});
