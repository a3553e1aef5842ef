import { rules } from '../../../controller/catalog/index.js';
import { blocks, fenced, part } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each rule of the validation engine. */
export function ruleTopics(): Topic[] {
  return rules.map(({ id, severity, summary, what, why, fix, example }) => ({
    name: `rule.${id}`,
    title: id,
    summary: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    text: blocks(
      `- Severity: ${severity}`,
      what,
      part('Why it matters', why),
      part('How to fix it', fix),
      part('Wrong', fenced('yaml', example.wrong)),
      part('Right', fenced('yaml', example.right)),
      `To accept one place, put the comment \`# svc-ignore: ${id}\` on its line or above it.`,
    ),
  }));
}
