const maxHeaderLength = 16_384;
/** Both read from a position on, and each takes a time that grows with the text: servers choose the header. */
const targetAt = /[\s,]*<([^>]*)>/y;
const parameterAt = /\s*;\s*([\w*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+)))?/y;

/** Returns the target of the link with the relation `next` in a `Link` header (RFC 8288), as it is written. */
export function nextLink(header: string | null): string | undefined {
  const links = (header ?? '').slice(0, maxHeaderLength);
  let at = 0;
  const read = (part: RegExp): RegExpExecArray | null => {
    part.lastIndex = at;
    const match = part.exec(links);
    if (match) at = part.lastIndex;
    return match;
  };
  for (;;) {
    const target = read(targetAt);
    if (!target) return undefined;
    let relation: string | undefined;
    for (let parameters = read(parameterAt); parameters; parameters = read(parameterAt)) {
      const [, name = '', quoted, plain] = parameters;
      if (name.toLowerCase() === 'rel') relation ??= (quoted ?? plain ?? '').toLowerCase();
    }
    if (relation?.split(/\s+/).includes('next')) return target[1]?.trim();
  }
}
