import { formFieldsShape } from '../shared/form-fields.js';
import {
  choice,
  described,
  getAnswer,
  named,
  objectOrNull,
  openObject,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

export const humanTaskStatus = choice({
  open: 'The task waits for an answer.',
  completed: 'The task has an answer.',
  overdue: 'The time of the task passed without an answer.',
  cancelled: 'The run no longer waits for the task.',
});

const summary = {
  id: described(text, 'The id of the task.'),
  title: described(text, 'The task in one line.'),
  status: described(humanTaskStatus, 'The state of the task.'),
  flow: named.flow,
  branch: named.branch,
  environment: named.environment,
  run: described(text, 'The id of the run that waits for the task.'),
  reference: described(text, 'The reference of the task in its flow.'),
  assignees: described(
    texts,
    'Users (`ada`, `oidc:ada`), keys of persons (`api-key:ada`), teams (`team:billing`) and roles (`role:editor`).',
  ),
  openedAt: described(text, 'RFC 3339, as the other times.'),
  dueAt: described(textOrNull, 'The time by which an answer is needed; null for none.'),
  claimedBy: described(textOrNull, 'The assignee who works on the task.'),
  unnotified: described(
    texts,
    'The people that the last notification did not reach; the log of the run has the reasons. Failed ones are sent again for half an hour.',
  ),
  sentBy: described(
    textOrNull,
    'The call that sends the links to the task, such as `chat.post` of the connection `chat`; null where the flow has none sent.',
  ),
};

export const humanTaskSummaryShape = getAnswer(
  { title: 'HumanTaskSummary', description: 'A task that waits for a person.' },
  summary,
);

export const humanTaskShape = getAnswer(
  { title: 'HumanTask', description: 'A task that waits for a person, with its form and its answer.' },
  {
    ...summary,
    description: described(textOrNull, 'What is to be done.'),
    form: described(openObject, 'JSON Schema of the values.'),
    claimedAt: described(textOrNull, 'The time at which it was claimed; null if it is free.'),
    endedAt: named.endedAt,
    completedBy: described(textOrNull, 'The principal who answered; null before.'),
    values: described(objectOrNull, 'The answer; null until the task is completed.'),
  },
  { fields: formFieldsShape },
);
