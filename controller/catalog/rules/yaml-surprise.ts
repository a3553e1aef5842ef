import { isScalar } from 'yaml';
import { type ContentRule, maxFindings, type PlacedFinding } from './rule.js';

/** A word, or a number in a form that YAML 1.1 reads differently. */
const inYaml11 =
  'yes|no|on|off|Yes|No|On|Off|YES|NO|ON|OFF|[-+]?0[0-9_]{1,40}|0o[0-7]{1,40}|[-+]?[1-9][0-9_]{0,20}(?::[0-5]?[0-9]){1,5}|[-+]?[1-9][0-9]{0,20}_[0-9_]{0,20}';
/** A number in a form that may not be printed as it is written: with a sign, a dot, an exponent, or in base 16. */
const unprinted =
  '\\+[0-9]{1,40}|[-+]?(?:[0-9]{1,40}\\.[0-9]{0,40}|\\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,4})?|[-+]?[0-9]{1,40}[eE][-+]?[0-9]{1,4}|0x[0-9a-fA-F]{1,40}|-0';
const isOfYaml11 = new RegExp(`^(?:${inYaml11})$`);
/** A whole plain value: after its key, dash or comma, up to the end of the line or the next one. */
const candidate = new RegExp(
  `(?:^[ \\t]*|:[ \\t]+|-[ \\t]+|[[,{][ \\t]*)(${inYaml11}|${unprinted})(?=[ \\t\\r]*(?:$|#|[,\\]}]))`,
  'gm',
);

/** Finds words and numbers that YAML 1.1, which most tools still use, reads differently, and numbers that are printed differently. */
export const yamlSurprise: ContentRule = {
  id: 'yaml-surprise',
  severity: 'warning',
  summary: 'a value reads differently than it is written',
  what: 'A value without quotes such as `NO`, `on`, `0777` or `12:30`, that YAML 1.1 and YAML 1.2 read differently, or a number such as `3.10`, `1234e5`, `+49123` or `0x1F`, that is printed in another form.',
  why: 'The service reads the value one way, an editor, a linter or a script another: `NO`, the country, becomes false. The version `3.10` becomes 3.1.',
  fix: 'Put it in quotes when it is text; write `true`, `false` or the plain number otherwise.',
  example: { wrong: 'country: NO', right: "country: 'NO'" },
  // The fault says how the number is written.
  yieldsTo: ['field-invalid', 'yaml-number'],
  // Several times as fast as `candidate`.
  onlyIn:
    /[ \t[{,](?:yes|no|on|off|Yes|No|On|Off|YES|NO|ON|OFF|-0|[-+]?(?:0[\d_o][\d_]{0,40}|[1-9][\d_]{0,20}[_:][\d_:]{0,40})|\+\d{1,40}|[-+]?\d{0,40}\.\d{0,40}(?:[eE][-+]?\d{1,4})?|[-+]?\d{1,40}[eE][-+]?\d{1,4}|0x[\da-fA-F]{1,40})[ \t\r]*(?:[\n,\]}#]|$)/,
  check({ text, places }) {
    const findings: PlacedFinding[] = [];
    for (const match of text.matchAll(candidate)) {
      const source = match[1] ?? '';
      const start = match.index + match[0].length - source.length;
      const at = places.at(start);
      if (!at || at.isKey || !isScalar(at.node) || at.node.type !== 'PLAIN') continue;
      const [from, to] = at.node.range;
      if (from !== start || to !== start + source.length) continue;
      if (isPrintedAsWritten(source, at.node.value)) continue;
      findings.push({ pointer: at.pointer, ...places.range(from, to), ...explain(source) });
      if (findings.length === maxFindings) break;
    }
    return findings;
  },
};

function explain(source: string): { message: string; hint: string } {
  const explanation = (here: string, there: string, hint: string) => ({
    message: `\`${source}\` is ${here} here, and ${there} for YAML 1.1 readers`,
    hint,
  });
  if (/^[a-z]/i.test(source)) {
    const value = /^(?:yes|on)$/i.test(source);
    return explanation('text', String(value), `Write \`'${source}'\` or \`${value}\`.`);
  }
  const quotes = `Write \`'${source}'\` if it is text.`;
  if (!isOfYaml11.test(source)) {
    const printed = String(Number(source));
    return {
      message: `\`${source}\` is the number ${printed}: it is not kept as it is written`,
      hint: `Write \`'${source}'\` if it is text, and \`${printed}\` if it is a number.`,
    };
  }
  const digits = source.replaceAll('_', '').replace('o', '');
  if (source.includes(':')) {
    const seconds = digits.split(':').reduce((sum, part) => sum * 60 + Math.abs(Number(part)), 0);
    return explanation('text', `the number ${digits.startsWith('-') ? -seconds : seconds}`, quotes);
  }
  if (source.includes('o')) return explanation(`the number ${Number.parseInt(digits, 8)}`, 'text', quotes);
  const octal = /^[-+]?0[0-7]+$/.test(digits) ? `the number ${Number.parseInt(digits, 8)}` : 'text';
  if (source.includes('_'))
    return explanation('text', octal === 'text' ? `the number ${digits}` : octal, quotes);
  return explanation(`the number ${Number(digits)}`, octal, quotes);
}

/** True for text, such as a lone dot, and for a number in the form that it is printed in. */
function isPrintedAsWritten(source: string, value: unknown): boolean {
  if (isOfYaml11.test(source)) return false;
  return typeof value !== 'number' || String(value) === source;
}
