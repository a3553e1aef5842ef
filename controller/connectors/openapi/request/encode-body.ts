import { randomUUID } from 'node:crypto';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../../schemas/json/values.js';
import type { BodyContent } from '../document/body.js';
import { inQuery, ValueError } from './serialise.js';

export interface EncodedBody {
  bytes: string | Uint8Array<ArrayBuffer>;
  /** The header `Content-Type`. */
  type: string;
}

/** The schema of a file: a text, or an object with the content. */
export const fileSchema: JsonObject = {
  description: 'A text, or `base64` for other bytes, perhaps with a `filename` and a `contentType`.',
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        text: { type: 'string' },
        base64: { type: 'string' },
        filename: { type: 'string' },
        contentType: { type: 'string' },
      },
    },
  ],
};

/** Encodes a body as its media type demands. @throws ValueError */
export function encodeContent({ type, kind, encoding }: BodyContent, value: Json): EncodedBody {
  if (kind === 'json') return { bytes: toJsonText(value), type };
  if (kind === 'form') return { bytes: getForm(value, encoding), type };
  if (kind === 'multipart') return multipart(value, encoding);
  const { bytes, contentType } = getFile(value, 'body');
  return { bytes, type: contentType ?? type.replace(/^\*\/\*$/, 'application/octet-stream') };
}

function getForm(value: Json, encoding: JsonObject): string {
  return Object.entries(getFields(value))
    .flatMap(([name, field]) =>
      inQuery(
        name,
        field,
        getSerialisation(field, objectOr(member(encoding, name) ?? member(encoding, '*'))),
      ),
    )
    .join('&')
    .replaceAll('%20', '+');
}

function getSerialisation(field: Json, { style, explode, allowReserved }: JsonObject) {
  const isStated = style !== undefined || explode !== undefined;
  const ownStyle = typeof style === 'string' ? style : 'form';
  return {
    style: ownStyle,
    explode: explode === undefined ? ownStyle === 'form' : explode === true,
    allowReserved: allowReserved === true,
    // Objects are JSON unless the description says otherwise.
    isJson: isObject(field) && !isStated,
  };
}

function getFields(value: Json): JsonObject {
  if (!isObject(value)) throw new ValueError('`body` must be an object: it is sent as a form');
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function multipart(value: Json, encoding: JsonObject): EncodedBody {
  const boundary = `part-${randomUUID()}`;
  const parts = Object.entries(getFields(value)).flatMap(([name, field]) => {
    const { contentType } = objectOr(member(encoding, name));
    const type = typeof contentType === 'string' ? contentType.split(',', 1)[0] : undefined;
    return (Array.isArray(field) ? field : [field]).map((item) =>
      getPart(name, item, { boundary, contentType: type }),
    );
  });
  const bytes = Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]);
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
}

function getPart(
  name: string,
  item: Json,
  { boundary, contentType }: { boundary: string; contentType: string | undefined },
): Uint8Array[] {
  const isFile = isObject(item) && (typeof item['base64'] === 'string' || typeof item['text'] === 'string');
  const isJson = !isFile && (typeof item === 'object' || /[/+]json/i.test(contentType ?? ''));
  const file = isFile ? getFile(item, name) : undefined;
  const type = file?.contentType ?? contentType ?? (isJson ? 'application/json' : undefined);
  const filename = file ? `; filename="${quoted(file.filename ?? name)}"` : '';
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${filename}`,
    ...(type === undefined && !file ? [] : [`Content-Type: ${type ?? 'application/octet-stream'}`]),
  ];
  const content = file?.bytes ?? (isJson ? toJsonText(item) : String(item));
  return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')];
}

/** As browsers write it (HTML, "multipart/form-data encoding algorithm"). */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function getFile(value: Json, name: string) {
  if (typeof value === 'string') return { bytes: value, contentType: undefined, filename: undefined };
  const { text, base64, filename, contentType } = objectOr(value);
  if (contentType !== undefined && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+[\x20-\x7e]*$/.test(String(contentType)))
    throw new ValueError(`\`contentType\` of \`${name}\` is no media type`);
  const about = {
    contentType: typeof contentType === 'string' ? contentType : undefined,
    filename: typeof filename === 'string' ? filename : undefined,
  };
  if (typeof text === 'string') return { bytes: text, ...about };
  if (typeof base64 === 'string') return { bytes: Buffer.from(base64, 'base64'), ...about };
  throw new ValueError(`\`${name}\` must be a text, or an object with \`text\` or \`base64\``);
}
