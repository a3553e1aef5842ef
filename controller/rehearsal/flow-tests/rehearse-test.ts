import { FlowError, type FlowPlan, Interrupted } from '../../flows/index.js';
import type { FlowTestPlan } from '../../kinds/flow-test/compile.js';
import type { RunVersion } from '../../runs/contract.js';
import { childRunId } from '../../runs/index.js';
import type { PointedFailure, TestOutcome } from './check-expectations.js';
import { RehearsedTest, type TestLimits } from './rehearsed-test.js';
import { TestHost } from './test-host.js';

interface TestToRehearse {
  name: string;
  testPlan: FlowTestPlan;
  limits: TestLimits;
  /** The longest computation, in ms. */
  maxMs: number;
}

/** The end of a run; `refused` for a flow that does not take the input. */
type RehearsedEnd = TestOutcome | { refused: PointedFailure };

/** Runs a plan with the answers of a test; the end is undefined for a run that `test.end` ended. */
export async function rehearseTest(
  { name, testPlan, limits, maxMs }: TestToRehearse,
  version: RunVersion,
  plan: FlowPlan,
): Promise<{ test: RehearsedTest; end: RehearsedEnd | undefined }> {
  const test = new RehearsedTest(testPlan, limits, name);
  const timer = setTimeout(() => {
    test.finish({ kind: 'open', reason: `it computes for more than ${maxMs / 1_000} s` });
  }, maxMs);
  try {
    return { test, end: await execute(test, version, plan, name) };
  } finally {
    clearTimeout(timer);
    test.close();
  }
}

/** Runs the plan; undefined for one that was interrupted. */
async function execute(
  test: RehearsedTest,
  version: RunVersion,
  plan: FlowPlan,
  name: string,
): Promise<RehearsedEnd | undefined> {
  const { value, findings } = await plan.acceptInputInSlices(test.plan.input);
  if (findings.length > 0) return refuseInput(test.plan, findings);
  const id = childRunId('00000000-0000-7000-8000-000000000000', name);
  const host = new TestHost(test, { id, plan, startedAt: test.now(), prefix: '', depth: 0 }, version);
  try {
    const output = await host.execute(value);
    const defect = (await Promise.all(test.detached)).find((each) => each !== undefined);
    if (defect !== undefined) throw defect;
    return test.end === undefined ? { status: 'completed', output } : undefined;
  } catch (error) {
    if (error instanceof FlowError) return { status: 'faulted', error: error.body };
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/** The flow does not take the input: no run begins. A test may expect that, as a fault of the input. */
function refuseInput(
  { expect }: FlowTestPlan,
  findings: readonly { pointer: string; message: string }[],
): TestOutcome | { refused: PointedFailure } {
  const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  const detail = `The flow does not take its parameters: ${list}`;
  if (expect.status === 'faulted') {
    const type = 'https://open-workflow-specification.org/spec/1.0.0/errors/validation';
    return { status: 'faulted', error: { type, title: 'Parameters refused', status: 422, detail } };
  }
  return { refused: { kind: 'input', pointer: `/input${findings[0]?.pointer ?? ''}`, message: detail } };
}
