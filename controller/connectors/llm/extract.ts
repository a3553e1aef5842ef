import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { type ActionContext, ConnectorError } from '../contract/connector.js';
import type { Form } from '../web-api/actions.js';
import { object } from '../web-api/fields.js';
import type { ChatAnswer } from './chat.js';
import type { LlmConfig } from './config-schema.js';
import { Conversation } from './conversation.js';
import { getOutput, hasQuestion, maxTokensField, questionFields, usageOutput } from './fields.js';
import { jsonIn } from './reading.js';

export const extract: Form<LlmConfig> = {
  title: 'Extract data',
  description:
    'Asks a model for data with a schema. An answer that does not fit is sent back with its faults; a `validation` error after `attempts` answers.',
  hints: 'reads',
  properties: {
    ...questionFields,
    schema: object('Schema', 'The JSON Schema of the data.', {
      type: 'object',
      required: ['total'],
      properties: { total: { type: 'number' } },
    }),
    attempts: {
      title: 'Attempts',
      description: 'The most answers that are asked for.',
      type: 'integer',
      minimum: 1,
      maximum: 10,
      default: 3,
      examples: [2],
    },
    maxTokens: maxTokensField,
  },
  required: ['schema'],
  conditions: hasQuestion,
  output: getOutput({
    data: { title: 'Data', description: 'Fits the schema.' },
    attempts: { title: 'Attempts', description: 'The answers that were asked for.', type: 'integer' },
    usage: usageOutput,
    model: { title: 'Model', description: 'The model that answered.', type: 'string' },
  }),
  run: async (session, input, _config, context) => {
    const schema = objectOr(input['schema']);
    const max = typeof input['attempts'] === 'number' ? input['attempts'] : 3;
    const conversation = new Conversation(session, context, input);
    const isWrapped = schema['type'] !== 'object';
    const findFaults = faultFinder(context, schema);
    // A faulty schema is found before the model is asked.
    await findFaults(null);
    let faults = '';
    for (let attempts = 1; attempts <= max; attempts++) {
      const answer = await conversation.ask({ answer: isWrapped ? wrapped(schema) : schema });
      const { usage } = conversation;
      if (answer.finishReason === 'filtered') throw unfit(`The model refused: ${answer.text.slice(0, 300)}`);
      const extracted = findData(answer);
      const data = isWrapped && isObject(extracted) ? extracted['value'] : extracted;
      faults = data === undefined ? 'The answer is not JSON.' : await findFaults(data);
      if (faults === '' && data !== undefined) return { data, attempts, usage, model: answer.model };
      sendBack(conversation, answer, faults);
    }
    throw unfit(`No answer of the model fits \`schema\` after ${max} attempts: ${faults.slice(0, 1_000)}`);
  },
};

/** The APIs take schemas of objects only. */
function wrapped({ $defs, ...schema }: JsonObject): JsonObject {
  const rest = $defs === undefined ? {} : { $defs };
  return {
    type: 'object',
    required: ['value'],
    additionalProperties: false,
    properties: { value: schema },
    ...rest,
  };
}

function findData({ calls: [call], text }: ChatAnswer): Json | undefined {
  return call ? call.arguments : jsonIn(text);
}

/** Returns the faults of data as one text; empty for data that fits. */
function faultFinder(
  { schemaFaults }: Pick<ActionContext<LlmConfig>, 'schemaFaults'>,
  schema: JsonSchema,
): (data: Json) => Promise<string> {
  if (!schemaFaults) {
    const detail = '`extract` needs a service that checks schemas';
    throw new ConnectorError('configuration', 400, 'Not available', detail);
  }
  return async (data) => {
    const faults = await schemaFaults(schema, data);
    return faults.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  };
}

function sendBack({ messages }: Conversation, { calls }: ChatAnswer, faults: string): void {
  const text = `The answer does not fit the schema: ${faults}. Answer again, with these faults fixed.`;
  if (calls.length === 0) messages.push({ role: 'user', text });
  else messages.push({ role: 'tool', results: calls.map(({ id }) => ({ id, text, isError: true })) });
}

function unfit(detail: string): ConnectorError {
  return new ConnectorError('validation', 422, 'Answer not usable', detail);
}
