import type { Finding } from '../../../controller/catalog/index.js';
import type { FileTestReport } from '../../../controller/rehearsal/index.js';
import { toJsonText } from '../../../schemas/json/json-text.js';

/** Returns the failures, and what keeps files from being read, as findings at their places, for notes on the lines of a change. */
export function toGitHubFindings({ results, unreadable }: FileTestReport): Finding[] {
  const failing = results.flatMap(({ name, file, failures, findings }) => [
    ...findings,
    ...failures.map(({ line, column, pointer, message, expected, actual }): Finding => {
      const values = [
        ...(expected === undefined ? [] : [`expected ${toJsonText(expected)}`]),
        ...(actual === undefined ? [] : [`received ${toJsonText(actual)}`]),
      ];
      return {
        rule: `flow test ${name}`,
        severity: 'error',
        file,
        line,
        column,
        endLine: line,
        endColumn: column + 1,
        pointer,
        message: values.length === 0 ? message : `${message}: ${values.join(', ')}`,
      };
    }),
  ]);
  return [...unreadable, ...failing];
}
