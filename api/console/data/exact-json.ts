/** A number whose digits a double cannot hold, as it stood in the answer. */
export class ExactNumber {
  constructor(readonly digits: string) {}
  toString(): string {
    return this.digits;
  }
}

/** Only numbers of this many digits can lose some. */
const longNumber = /\d[\d.]{15}/;

type SourceReviver = (this: unknown, name: string, value: unknown, context?: { source?: string }) => unknown;

/** Parses JSON and keeps the digits of long numbers. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  const revive: SourceReviver = (_name, value, context) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    return isExact(value, source) ? value : new ExactNumber(source);
  };
  return JSON.parse(text, revive);
}

function isExact(value: number, source: string): boolean {
  if (Number.isSafeInteger(value)) return true;
  return getDigits(String(value)) === getDigits(source);
}

/** The significant digits of a number, without sign, point, exponent and zeros around them. */
function getDigits(text: string): string {
  const [mantissa = ''] = text.toLowerCase().split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
}

/** Formats a value as JSON text with two blanks for each level; long numbers keep their digits, undefined members are left out. */
export function formatJson(value: unknown, indent = ''): string {
  if (value instanceof ExactNumber) return value.digits;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => inner + formatJson(each, inner)).join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => `${inner}${JSON.stringify(name)}: ${formatJson(each, inner)}`);
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
