import type { JsonObject } from '../../../schemas/json/types.js';
import type { Action } from '../contract/connector.js';
import {
  decodeMessage,
  encodeMessage,
  getInput,
  headersField,
  jsonField,
  messageField,
  messageHints,
} from '../contract/messages.js';
import { nameField } from '../contract/server-fields.js';
import type { MqttClient } from './client.js';
import type { MqttConfig } from './config-schema.js';

type Headers = Readonly<Record<string, string>>;

const topic: JsonObject = {
  ...nameField('Topic', 'The topic, without wildcards.', 'plant/oven/temperature'),
  pattern: '^[^+#]+$',
  patternErrorMessage: 'a topic without wildcards',
  maxLength: 1_000,
};

export const actions: Readonly<Record<string, Action<MqttConfig, MqttClient>>> = {
  publish: {
    title: 'Publish a message',
    description:
      'Sends a message to a topic. Returns when the server has confirmed it; with `qos` 0, when it is sent.',
    hints: messageHints.adds,
    input: getInput(['topic', 'message'], {
      topic,
      message: messageField,
      qos: {
        title: 'Quality of service',
        description: 'Delivery by the server: 0 at most once, 1 at least once, 2 once.',
        enum: [0, 1, 2],
        default: 1,
        examples: [1],
      },
      retain: {
        title: 'Retain',
        description: 'Whether the server keeps the message for later subscribers of the topic.',
        type: 'boolean',
        default: false,
        examples: [true],
      },
      headers: {
        ...headersField,
        description: 'Names and values that go with the message: user properties, which MQTT 5 has.',
      },
    }),
    async run({ client }, { topic, message, qos = 1, retain, headers = {} }) {
      const bytes = encodeMessage(message, client.maxBytes);
      const options = { qos: qos as 0 | 1 | 2, retain: retain === true, headers: headers as Headers };
      await client.publish(String(topic), bytes, options);
      return {};
    },
  },
  'get-retained': {
    title: 'Read the retained message',
    description: 'Returns the message that the server keeps for a topic, as `message`; null for none.',
    hints: messageHints.reads,
    input: getInput(['topic'], {
      topic,
      wait: {
        title: 'Wait',
        description: 'The seconds in which the message must come: servers do not say that there is none.',
        type: 'number',
        minimum: 0.1,
        maximum: 60,
        default: 1,
        examples: [1],
      },
      json: jsonField,
    }),
    async run({ client }, { topic, wait = 1, json }) {
      const ms = Math.min(Number(wait) * 1_000, client.timeoutMs);
      const messages = await client.retained(String(topic), ms);
      return messages ? decodeMessage(messages, json) : null;
    },
  },
};
