import type { JsonObject } from '../../../schemas/json/types.js';
import { described, flag, getAnswer, getArray, integer, named, text, textOrNull } from '../shared/schemas.js';

const schemaShape: JsonObject = { type: ['object', 'boolean'], additionalProperties: true };

const actionShape = getAnswer(
  { title: 'ConnectorAction', description: 'An action of a connection.' },
  {
    name: described(text, 'The name of the action.'),
    title: described(text, 'A name for people.'),
    description: described(text, 'What the action does.'),
    hints: described(
      getAnswer('ActionHints', {
        readOnly: described(flag, 'The action changes nothing on the server.'),
        idempotent: described(flag, 'Repeating the action has no further effect.'),
        destructive: described(flag, 'The action may delete or overwrite data.'),
      }),
      'The effects that an action may have.',
    ),
    input: described(schemaShape, 'JSON Schema of the input.'),
  },
  { output: described(schemaShape, 'JSON Schema of the output, if it is known.') },
);

export const actionsShape = getAnswer(undefined, {
  connector: named.connector,
  items: described(getArray(actionShape), 'The actions of the connection.'),
});

export const testShape = getAnswer(
  { title: 'ConnectionTest', description: 'The outcome of a test of a connection.' },
  {
    ok: described(flag, 'Whether the server could be used.'),
    latencyMs: described(integer, 'The milliseconds until the answer.'),
    detail: described(text, 'The answer of the server, or the fault.'),
  },
);

export const resultShape = getAnswer(
  { title: 'ActionResult', description: 'The answer to a call of an action.' },
  {
    connector: named.connector,
    entity: described(text, '`connection/<name>`.'),
    revision: described(text, 'The commit whose version of the connection was used.'),
    durationMs: described(integer, 'The milliseconds that the call took.'),
    output: { description: 'The output of the action.' },
  },
  { warning: described(textOrNull, 'Set when the newest version was not ready and an older one was used.') },
);
