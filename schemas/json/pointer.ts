/** Returns the names of a JSON pointer (RFC 6901), decoded; undefined when the text is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split('/').map(decodeStep);
}

/** Returns the pointer of the member or item `name` of the value that `pointer` points to. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${typeof name === 'number' ? name : encodeStep(name)}`;
}

/** Encodes one name for use in a pointer: `~` becomes `~0`, `/` becomes `~1`. */
function encodeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The reverse of `encodeStep`. */
export function decodeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
