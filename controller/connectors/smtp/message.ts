import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';
import { type Mailbox, parseMailbox } from './addresses.js';

/** A mail as the server gets it. */
export interface Mail {
  messageId: string;
  envelope: { from: string; to: string[]; size: number };
  content: Buffer;
}

interface Attachment {
  name: string;
  type?: string;
  content?: string;
  base64?: string;
}

/** The most bytes of all attachments of a mail. */
const maxAttachmentBytes = 8 * 1024 * 1024;
/** The headers that the other fields make. */
const ownHeaders = /^(?:from|sender|to|cc|bcc|reply-to|subject|message-id|date|mime-version|content-.*)$/i;
const headerName = /^[A-Za-z0-9-]{1,70}$/;

/**
 * Builds a mail. The same key gives the same `messageId`, by which servers and readers recognize a repeated mail.
 * @throws ConnectorError for a mail that could not be sent as it is meant
 */
export async function composeMail(
  input: JsonObject,
  defaultFrom: string | undefined,
  key: string,
): Promise<Mail> {
  const fromField = input['from'] ?? defaultFrom;
  if (typeof fromField !== 'string')
    throw invalid('The mail has no `from`, and the connection has no default');
  const from = parseMailbox(fromField);
  const to = mailboxes(input['to']);
  const cc = mailboxes(input['cc']);
  const bcc = mailboxes(input['bcc']);
  if (to.length + cc.length + bcc.length === 0) throw invalid('The mail has no recipient');
  const replyTo = mailboxes(input['replyTo'] === undefined ? [] : [input['replyTo']]);
  const messageId = `<${hash('sha256', key).slice(0, 40)}@${from.address.split('@')[1]}>`;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const message = new MailComposer({
    from,
    to,
    cc,
    bcc,
    replyTo,
    messageId,
    subject: plainText(input['subject'], 'subject'),
    text: String(input['text'] ?? ''),
    ...(input['html'] === undefined ? {} : { html: String(input['html']) }),
    headers: getHeaders(input['headers']),
    attachments: getAttachments(input['attachments']),
    // A flow must not read files or addresses of the installation by way of a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  }).compile();
  const { from: sender, to: recipients } = message.getEnvelope();
  const content = await message.build();
  const envelope = { from: sender || from.address, to: recipients, size: content.length };
  return { messageId, envelope, content };
}

function mailboxes(value: Json | undefined): Mailbox[] {
  return ((value ?? []) as string[]).map(parseMailbox);
}

function plainText(value: Json | undefined, field: string): string {
  const text = String(value ?? '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin another header
  if (/[\u0000-\u001f\u007f]/.test(text)) throw invalid(`\`${field}\` contains a control character`);
  return text;
}

function getHeaders(headerFields: Json | undefined): Record<string, string> {
  const headers = (headerFields ?? {}) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) throw invalid(`${JSON.stringify(name)} is not the name of a header`);
    if (ownHeaders.test(name))
      throw invalid(`The header \`${name}\` is made from the other fields of the mail`);
    plainText(value, name);
  }
  return headers;
}

function getAttachments(value: Json | undefined) {
  let size = 0;
  return ((value ?? []) as unknown as Attachment[]).map(({ name, type, content, base64 }) => {
    const bytes = base64 === undefined ? Buffer.from(content ?? '') : Buffer.from(base64, 'base64');
    size += bytes.length;
    if (size > maxAttachmentBytes)
      throw invalid(`The attachments have more than ${maxAttachmentBytes} bytes`);
    const contentType = type === undefined ? {} : { contentType: plainText(type, 'type') };
    const filename = plainText(name, 'name');
    return { filename, content: bytes, contentDisposition: 'attachment', ...contentType };
  });
}

function invalid(detail: string): ConnectorError {
  return new ConnectorError('validation', 400, 'Mail not valid', detail);
}
