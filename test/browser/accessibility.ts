import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.js';

let source: string | undefined;

/** Returns what axe finds in a page: the rule, and the first element that breaks it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`${source}; true`);
  const { violations } = await page.evaluate<{
    violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help} (${nodes.length}): ${first?.html} ${first?.failureSummary}`;
  });
}
