/** A value that would lead to another place of the server. */
export class AddressPartError extends Error {
  override name = 'AddressPartError';
}

/** The longest address that is sent, in characters. Servers take far less, and a megabyte takes long to parse and to mask. */
const maxLength = 65_536;

/** Refuses an address that is too long to send. @throws the error that `toError` makes of the reason */
export function requireSendableLength(address: string, toError: (reason: string) => Error): void {
  if (address.length <= maxLength) return;
  throw toError(
    `the address has ${address.length} characters, and at most ${maxLength} are sent; put long values into the body`,
  );
}

/** Percent-encodes a text as a part of an address. Halves of characters cannot be encoded, and become U+FFFD. */
export function encodedPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/**
 * Fills the `{name}` places of a path or an address.
 * @param getText returns the value of a place, percent-encoded
 * @throws AddressPartError when values make `.` or `..` of a part, which platforms take out of addresses
 */
export function filledPlaces(template: string, getText: (name: string) => string): string {
  const filled = template.replace(places, (_, name: string) => getText(name));
  if (dots(filled) > dots(template.replace(places, 'x'))) {
    throw new AddressPartError('a value of the path is `.` or `..`, which would lead to another path');
  }
  return filled;
}

const places = /\{([^{}]*)\}/g;

/** The number of parts that stand for another place of the path. */
function dots(address: string): number {
  const [path = ''] = address.split(/[?#]/, 1);
  return path.split(/[/\\]/).filter((part) => /^(?:\.|%2e){1,2}$/i.test(part)).length;
}
