import type { Form } from '../web-api/actions.js';
import type { LlmConfig } from './config-schema.js';
import { Conversation } from './conversation.js';
import { getOutput, hasQuestion, maxTokensField, questionFields, stopField, usageOutput } from './fields.js';

export const generate: Form<LlmConfig> = {
  title: 'Generate a text',
  description: 'Asks a model, and returns its text.',
  hints: 'reads',
  properties: { ...questionFields, stop: stopField, maxTokens: maxTokensField },
  conditions: hasQuestion,
  output: getOutput({
    text: { title: 'Text', description: 'The answer of the model.', type: 'string' },
    finishReason: {
      title: 'End',
      description: '`stop`, `length`, `filtered`, or the word of the server.',
      type: 'string',
    },
    usage: usageOutput,
    model: { title: 'Model', description: 'The model that answered.', type: 'string' },
  }),
  run: async (session, input, _config, context) => {
    const conversation = new Conversation(session, context, input);
    const { text, finishReason, model } = await conversation.ask();
    return { text, finishReason, usage: conversation.usage, model };
  },
};
