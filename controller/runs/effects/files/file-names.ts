/** Characters that change how a name is shown or understood: controls, directions of writing, separators of paths. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029<>:"|?*]/gu;
const maxBytes = 255;

/** Returns the last part of a path as a name that is safe to show and to save. */
export function safeName(proposedName: string): string {
  const last = proposedName.slice(-4_096).split(/[/\\]/).filter(Boolean).at(-1) ?? '';
  let name = last.replace(unsafe, '_').trim().replace(/^\.+/, '_');
  while (Buffer.byteLength(name) > maxBytes) name = [...name].slice(0, -1).join('');
  return name === '' ? 'file' : name;
}

const token = "[\\w!#$%&'*+.^`|~-]{1,100}";
const mediaType = new RegExp(
  `^${token}/${token}(?:\\s*;\\s*${token}=(?:${token}|"[\\w .:/+-]{0,100}")){0,4}$`,
);

/** Returns a media type; that of any bytes for a text that is none (RFC 9110, section 8.3.1). */
export function safeType(proposedType: string | undefined): string {
  const type = proposedType?.slice(0, 500).trim() ?? '';
  return mediaType.test(type) ? type : 'application/octet-stream';
}
