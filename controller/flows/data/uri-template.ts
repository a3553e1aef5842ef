import type { Json } from '../../../schemas/json/types.js';
import { isObject, member } from '../../../schemas/json/values.js';
import { encodedPart, filledPlaces } from '../../connectors/index.js';

/** Expands `{name}` (RFC 6570, simple string expansion) from the top-level members of `data`. @throws Error on a value that is not scalar, or that leads to another path */
export function expandUri(template: string, data: Json): string {
  return filledPlaces(template, (name) => {
    const value = isObject(data) ? member(data, name) : undefined;
    if (value === undefined || value === null) return '';
    if (typeof value === 'object')
      throw new Error(`\`{${name}}\` must be a string, a number, a boolean or null`);
    return encode(String(value));
  });
}

/** Percent-encodes all characters except the unreserved ones. */
function encode(text: string): string {
  return encodedPart(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A part of a URI template that `expandUri` does not expand as RFC 6570 says. */
interface UnsupportedPart {
  written: string;
  offset: number;
  /** Says what to write. */
  instead: string;
}

/** The operators, lists and modifiers of RFC 6570, and paths into the input. */
export function unsupportedParts(template: string): UnsupportedPart[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(
    ({ 0: expressionMatch, 1: content = '', index: offset }) => {
      const [, operator = '', names = ''] = /^([+#./;?&=,!@|]?)(.*)$/s.exec(content) ?? [];
      if (operator === '' && !/[.,*:]/.test(names)) return [];
      const [name = ''] = names.split(/[,*:]/);
      const instead =
        operator === '?' || operator === '&'
          ? `Write \`query: { ${name}: '\${ .${name} }' }\` beside \`endpoint\`.`
          : `Write \`\${.${name}}\` in its place.`;
      return [{ written: expressionMatch, offset, instead }];
    },
  );
}
