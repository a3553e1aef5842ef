import type { JsonObject } from '../../../schemas/json/types.js';
import { longText, text, texts, whole } from '../web-api/fields.js';

/** The fields of all actions that ask a model. */
export const questionFields: JsonObject = {
  prompt: longText('Prompt', 'What the model is asked; comes after `messages`.', 'Summarise: …'),
  messages: {
    title: 'Messages',
    description: 'A conversation; its last message is what the model answers.',
    type: 'array',
    minItems: 1,
    maxItems: 1_000,
    items: {
      type: 'object',
      required: ['role', 'content'],
      additionalProperties: false,
      properties: {
        role: { description: 'Who says it.', enum: ['user', 'assistant', 'system'] },
        content: { description: 'The text of the message.', type: 'string', minLength: 1 },
      },
    },
    examples: [[{ role: 'user', content: 'Hello' }]],
  },
  system: longText('System', 'Instructions for the model.', 'You answer in one sentence.'),
  model: text('Model', 'The model; without it, the one of the connection.', 'gpt-5-mini'),
  temperature: {
    title: 'Temperature',
    description: 'The share of chance in the answer.',
    type: 'number',
    minimum: 0,
    maximum: 2,
    examples: [0],
  },
};

export const stopField = { ...texts('Stop', 'Texts at which the answer ends.', ['\n\n']), maxItems: 4 };

export const maxTokensField = {
  ...whole('Tokens', 'The most tokens of the answer; without it, those of the connection.', 1_024),
  maximum: 1_000_000,
};

/** A question is a prompt, a conversation, or both. */
export const hasQuestion: JsonObject = { anyOf: [{ required: ['prompt'] }, { required: ['messages'] }] };

export const usageOutput: JsonObject = {
  title: 'Usage',
  description: 'The tokens of all answers.',
  type: 'object',
  required: ['inputTokens', 'outputTokens'],
  additionalProperties: false,
  properties: {
    inputTokens: { description: 'Tokens of the questions.', type: 'integer' },
    outputTokens: { description: 'Tokens of the answers.', type: 'integer' },
  },
};

/** The schema of an output that has all of these fields. */
export function getOutput(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}
