/** `key` appended to a JSON pointer (RFC 6901). */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
