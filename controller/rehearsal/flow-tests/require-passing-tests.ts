import type { Snapshot } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import type { FlowTestResult } from './contract.js';
import type { FlowTester } from './flow-tester.js';

/** The time of all tests of one merge. */
const maxTotalMs = 60_000;
const maxErrors = 100;

/**
 * Runs all flow tests of a branch as a merge would leave it.
 * @throws Problem tests_failing where one does not pass, and where the time does not suffice for all
 */
export async function requirePassingTests(
  tester: Pick<FlowTester, 'run'>,
  branch: string,
  snapshot: Snapshot,
): Promise<void> {
  const { results, failed, missing } = await tester.run(snapshot, { maxTotalMs });
  if (failed === 0 && missing.length === 0) return;
  const failing = results.filter(({ result }) => result !== 'passed');
  const count = failed === 1 ? 'one flow test fails' : `${failed} flow tests fail`;
  const reason = failed > 0 ? count : `not all flow tests were run: ${missing.join(', ')}`;
  throw new Problem('tests_failing', `\`${branch}\` takes merges whose flow tests pass, and ${reason}`, {
    errors: failing.slice(0, maxErrors).map(toDetail),
  });
}

function toDetail({ name, file, line, failures, findings }: FlowTestResult) {
  const [failure] = failures;
  const [finding] = findings;
  const reason = failure?.message ?? finding?.message ?? 'it does not run';
  return { pointer: '', file, line: failure?.line ?? line, message: `${name}: ${reason}` };
}
