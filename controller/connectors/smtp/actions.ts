import type { JsonObject } from '../../../schemas/json/types.js';
import type { Action } from '../contract/connector.js';
import { addressesField, addressField } from './addresses.js';
import type { SmtpClient } from './client.js';
import type { SmtpConfig } from './config-schema.js';
import { composeMail } from './message.js';

const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  examples: [example],
});
const line = (title: string, description: string, example: string): JsonObject => ({
  ...text(title, description, example),
  maxLength: 900,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  patternErrorMessage: 'one line of text',
});

const attachment: JsonObject = {
  type: 'object',
  required: ['name'],
  oneOf: [{ required: ['content'] }, { required: ['base64'] }],
  additionalProperties: false,
  properties: {
    name: line('Name', 'The name of the file.', 'order.csv'),
    type: line('Type', 'The media type; without it, the name tells.', 'text/csv'),
    content: text('Content', 'The content as text.', 'sku;quantity\n'),
    base64: { ...text('Bytes', 'The content as base64.', 'c2t1Cg=='), pattern: '^[A-Za-z0-9+/]*={0,2}$' },
  },
};

export const actions: Readonly<Record<string, Action<SmtpConfig, SmtpClient>>> = {
  send: {
    title: 'Send a mail',
    description:
      'Sends a mail. Returns its `messageId`, and the recipients that the server accepted and rejected; a mail without any accepted one is an error.',
    hints: { readOnly: false, idempotent: false, destructive: false },
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['subject'],
      anyOf: [{ required: ['to'] }, { required: ['cc'] }, { required: ['bcc'] }],
      properties: {
        to: addressesField('To', 'The recipients.'),
        cc: addressesField('Copy', 'Recipients of a copy.'),
        bcc: addressesField('Blind copy', 'Recipients that the others do not see.'),
        from: addressField('From', 'The sender; without it, the one of the connection.'),
        replyTo: addressField('Reply to', 'The address for answers.'),
        subject: line('Subject', 'The subject.', 'Your order'),
        text: text('Text', 'The mail as plain text.', 'It is on its way.'),
        html: text('HTML', 'The mail as HTML.', '<p>It is on its way.</p>'),
        headers: {
          title: 'Headers',
          description: 'Further headers; none that the other fields make.',
          type: 'object',
          maxProperties: 50,
          additionalProperties: line('Value', 'The value of the header.', 'bulk'),
          examples: [{ 'X-Order': '17' }],
        },
        attachments: {
          title: 'Attachments',
          description: 'Files, of 8 MiB together.',
          type: 'array',
          maxItems: 100,
          items: attachment,
          examples: [[{ name: 'order.csv', content: 'sku;quantity\n' }]],
        },
      },
    },
    async run({ client, config, idempotencyKey, signal }, input) {
      const mail = await composeMail(input, config.from, idempotencyKey);
      const { accepted, rejected } = await client.send(mail, signal);
      return { messageId: mail.messageId, accepted, rejected };
    },
  },
};
