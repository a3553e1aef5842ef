/** A fault in a text, with its offsets. */
export interface TextFinding {
  rule: string;
  message: string;
  hint?: string;
  start: number;
  end: number;
}

export type Decoded = { text: string; finding?: undefined } | { text: string; finding: TextFinding };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decodes UTF-8 bytes, with or without a byte order mark. Refuses more than `maxBytes`, other encodings, and NUL. */
export function decode(bytes: Uint8Array, maxBytes: number): Decoded {
  if (bytes.length > maxBytes) {
    const message = `the file has ${bytes.length} bytes, more than ${maxBytes}`;
    return refused('yaml-size', message, 'Split it, or raise `Limits.YamlFile`.');
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refused('yaml-encoding', 'the file is in UTF-16', 'Save it as UTF-8.');
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return invalidUtf8(bytes);
  const nul = text.indexOf('\0');
  if (nul === -1) return { text };
  const hint = 'Remove the character; binary data does not belong in an entity file.';
  const message = 'the file holds a NUL character';
  return { text, finding: { rule: 'yaml-encoding', message, hint, start: nul, end: nul + 1 } };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(rule: string, message: string, hint: string): Decoded {
  return { text: '', finding: { rule, message, hint, start: 0, end: 0 } };
}

function invalidUtf8(bytes: Uint8Array): Decoded {
  const text = new TextDecoder('utf-8').decode(bytes);
  const start = Math.max(0, text.indexOf('\ufffd'));
  const hint = 'Save it as UTF-8.';
  const message = 'the file is not UTF-8';
  return { text, finding: { rule: 'yaml-encoding', message, hint, start, end: start + 1 } };
}
