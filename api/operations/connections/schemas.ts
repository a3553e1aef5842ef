import type { JsonObject } from '../../../schemas/json/types.js';
import { answerOf, arrayOf, described, flag, integer, text, textOrNull } from '../shared/schemas.js';

const schemaShape: JsonObject = { type: ['object', 'boolean'], additionalProperties: true };

const actionShape = answerOf(
  'ConnectorAction',
  {
    name: text,
    title: text,
    description: text,
    hints: answerOf('ActionHints', {
      readOnly: described(flag, 'The action changes nothing on the server.'),
      idempotent: described(flag, 'Repeating the action has no further effect.'),
      destructive: described(flag, 'The action may delete or overwrite data.'),
    }),
    input: described(schemaShape, 'JSON Schema of the input.'),
  },
  { output: described(schemaShape, 'JSON Schema of the output, if it is known.') },
);

export const actionsShape = answerOf(undefined, {
  connector: text,
  items: arrayOf(actionShape),
});

export const testShape = answerOf('ConnectionTest', {
  ok: flag,
  latencyMs: integer,
  detail: described(text, 'The answer of the server, or the fault.'),
});

export const resultShape = answerOf(
  'ActionResult',
  {
    connector: text,
    entity: described(text, '`connection/<name>`.'),
    revision: described(text, 'The commit whose version of the connection was used.'),
    durationMs: integer,
    output: { description: 'The output of the action.' },
  },
  { warning: described(textOrNull, 'Set when the newest version was not ready and an older one was used.') },
);
