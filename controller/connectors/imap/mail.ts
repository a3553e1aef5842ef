import { Readable } from 'node:stream';
import type { AddressObject, ParsedMail } from 'mailparser';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { ActionFiles } from '../contract/connector.js';

/** The most characters of a text or HTML body. */
const maxBodyLength = 512 * 1024;
const maxAttachments = 100;
/** The most bytes of the contents of all attachments of a mail. */
const maxContent = 8 * 1024 * 1024;
const parserLimits = { skipImageLinks: true, skipTextToHtml: true, maxHtmlLengthToParse: maxBodyLength };

/**
 * Returns a mail as flows see it; long bodies are cut, which `isCut` says.
 * @param contents adds the contents of attachments in base64, up to 8 MiB, or as files of the run
 */
export async function readMail(source: Buffer, contents: boolean | ActionFiles): Promise<JsonObject> {
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(source, parserLimits);
  const { text, html } = mail;
  const body = { ...cut('text', text), ...cut('html', html === false ? undefined : html) };
  return {
    subject: mail.subject ?? '',
    from: addresses(mail.from),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    date: statedTime(mail.date) ?? null,
    messageId: mail.messageId ?? null,
    inReplyTo: mail.inReplyTo ?? null,
    ...body,
    attachments: typeof contents === 'object' ? await stored(mail, contents) : attachments(mail, contents),
  };
}

/** The time that a mail states, in RFC 3339; undefined for a text that is none, as mails of other programs have them. */
export function statedTime(date: Date | string | undefined): string | undefined {
  const time = new Date(date ?? Number.NaN);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9_999 ? undefined : time.toISOString();
}

function cut(name: string, body: string | undefined): JsonObject {
  if (body === undefined) return {};
  return body.length <= maxBodyLength
    ? { [name]: body }
    : { [name]: body.slice(0, maxBodyLength), isCut: true };
}

function addresses(addressObjects: AddressObject | AddressObject[] | undefined): JsonObject[] {
  const all =
    addressObjects === undefined ? [] : Array.isArray(addressObjects) ? addressObjects : [addressObjects];
  return all.flatMap(({ value }) => value).map(({ name, address }) => ({ name, address: address ?? '' }));
}

async function stored({ attachments: parts }: ParsedMail, files: ActionFiles): Promise<JsonObject[]> {
  const descriptions: JsonObject[] = [];
  for (const { filename = 'attachment', contentType: type, content } of parts.slice(0, maxAttachments))
    descriptions.push({ ...(await files.write({ name: filename, type }, Readable.from([content]))) });
  return descriptions;
}

function attachments({ attachments: parts }: ParsedMail, withContent: boolean): JsonObject[] {
  let left = withContent ? maxContent : 0;
  return parts.slice(0, maxAttachments).map(({ filename, contentType, size, content }) => {
    const about = { name: filename ?? 'attachment', type: contentType, size };
    if (content.length > left) return about;
    left -= content.length;
    return { ...about, content: content.toString('base64') };
  });
}
