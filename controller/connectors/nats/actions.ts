import type { StoredMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type Action, ConnectorError } from '../contract/connector.js';
import {
  decodeMessage,
  getInput,
  headersField,
  jsonField,
  messageField,
  messageHints,
} from '../contract/messages.js';
import { nameField } from '../contract/server-fields.js';
import type { NatsClient } from './client.js';
import type { NatsConfig } from './config-schema.js';

const subject: JsonObject = {
  ...nameField('Subject', 'The subject of the message, without wildcards.', 'orders.new'),
  pattern: '^[^\\s*>]+$',
  patternErrorMessage: 'a subject without blanks and wildcards',
};
const stream = nameField('Stream', 'The name of the stream.', 'ORDERS');

export const actions: Readonly<Record<string, Action<NatsConfig, NatsClient>>> = {
  publish: {
    title: 'Publish a message',
    description:
      'Sends a message to those that listen to a subject now, and returns when the server has it. `stream-publish` also knows that it is stored.',
    hints: messageHints.adds,
    input: getInput(['subject', 'message'], { subject, message: messageField, headers: headersField }),
    async run({ client }, { subject, message, headers }) {
      await client.publish(String(subject), message, headers as JsonObject | undefined);
      return {};
    },
  },
  request: {
    title: 'Ask and wait for the reply',
    description: 'Sends a message and returns the first reply: `message` and `headers`.',
    hints: messageHints.adds,
    input: getInput(['subject', 'message'], {
      subject,
      message: messageField,
      headers: headersField,
      json: jsonField,
      timeout: {
        title: 'Timeout',
        description: 'The longest time to wait for the reply, in seconds; at most that of the connection.',
        type: 'number',
        minimum: 0.1,
        maximum: 3_600,
        examples: [5],
      },
    }),
    async run({ client }, { subject, message, headers, json, timeout }) {
      const ms = Math.min(client.timeoutMs, Number(timeout ?? Number.POSITIVE_INFINITY) * 1_000);
      const reply = await client.request(String(subject), message, headers as JsonObject | undefined, ms);
      return { ...decodeMessage(reply.data, json), headers: getHeaders(reply.headers) };
    },
  },
  'stream-publish': {
    title: 'Publish to a stream',
    description:
      'Stores a message in the stream that takes its subject. Returns `stream`, `sequence` and `duplicate`: a message id that the stream knows is not stored again.',
    hints: messageHints.sets,
    input: getInput(['subject', 'message'], {
      subject,
      message: messageField,
      headers: headersField,
      id: nameField(
        'Message id',
        'The id by which the stream finds duplicates; left out, attempts of one step have the same.',
        'order-17',
      ),
      stream: { ...stream, description: 'The message is refused when another stream takes the subject.' },
    }),
    run({ client, idempotencyKey }, { subject, message, headers, id, stream }) {
      const data = client.encode(message);
      return client.stream(async (streams) => {
        const stored = await streams.publish(String(subject), data, {
          msgID: String(id ?? idempotencyKey),
          timeout: client.timeoutMs,
          ...client.headers(headers as JsonObject | undefined),
          ...(stream === undefined ? {} : { expect: { streamName: String(stream) } }),
        });
        return { stream: stored.stream, sequence: stored.seq, duplicate: stored.duplicate };
      });
    },
  },
  'stream-get': {
    title: 'Read a message of a stream',
    description:
      'Returns the message with a sequence, or the last one of a subject; null for none. It stays in the stream.',
    hints: messageHints.reads,
    input: getInput(['stream'], {
      stream,
      sequence: {
        title: 'Sequence',
        description: 'The number of the message; give this or a subject.',
        type: 'integer',
        minimum: 1,
        examples: [1],
      },
      subject: nameField('Subject', 'The last message of this subject is returned.', 'orders.new'),
      json: jsonField,
    }),
    async run({ client }, { stream, sequence, subject, json }) {
      if ((sequence === undefined) === (subject === undefined)) {
        const detail = 'Give either `sequence` or `subject`';
        throw new ConnectorError('validation', 400, 'Request refused', detail);
      }
      const query = sequence === undefined ? { last_by_subj: String(subject) } : { seq: Number(sequence) };
      const message = await client.stream((_, manager) => manager.streams.getMessage(String(stream), query));
      return message ? storedMessage(message, json === true) : null;
    },
  },
};

function storedMessage(message: StoredMsg, json: boolean): JsonObject {
  const { subject, seq: sequence, data, header, time } = message;
  return {
    subject,
    sequence,
    time: time.toISOString(),
    ...decodeMessage(data, json),
    headers: getHeaders(header),
  };
}

function getHeaders(headers: MsgHdrs | undefined): JsonObject {
  return Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers?.get(name) ?? '']));
}
