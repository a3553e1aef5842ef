/** Methods that the Fetch standard refuses: they open tunnels, or repeat what was sent. */
const methods = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** Headers of one connection or of the framing of a message (RFC 9110, section 7.6.1), which are not the caller's to set. */
const headers = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the fault of a method that no request can have. */
export function methodFault(method: string): string | undefined {
  return methods.has(method.toUpperCase()) ? `${method.toUpperCase()} requests cannot be sent` : undefined;
}

/** Returns the fault of a header that the client sets by itself. */
export function headerFault(name: string): string | undefined {
  if (!headers.has(name.toLowerCase())) return undefined;
  return `\`headers.${name}\` cannot be set: it belongs to the connection, not to the request`;
}
