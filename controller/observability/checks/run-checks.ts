import type { Hint } from '../../problems/index.js';

type CheckStatus = 'ok' | 'warn' | 'fail';

export interface CheckOutcome {
  status: CheckStatus;
  detail: string;
  hint?: Hint;
}

/** One aspect of the installation. An error that `run` throws is a failure of the check. */
export interface Check {
  name: string;
  run(): Promise<CheckOutcome> | CheckOutcome;
}

interface CheckResult extends CheckOutcome {
  name: string;
  durationMs: number;
}

export interface Diagnosis {
  /** The worst status of all checks. */
  status: CheckStatus;
  checks: CheckResult[];
}

/** Runs all checks at the same time. A check without an outcome after `limitMs` is a warning, and is not waited for. */
export async function runChecks(checks: readonly Check[], limitMs = 3_000): Promise<Diagnosis> {
  const results = await Promise.all(checks.map((check) => runCheck(check, limitMs)));
  const statuses = results.map(({ status }) => status);
  const worst = (['fail', 'warn'] as const).find((status) => statuses.includes(status));
  return { status: worst ?? 'ok', checks: results };
}

async function runCheck(check: Check, limitMs: number): Promise<CheckResult> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckOutcome>((resolve) => {
    const outcome = { status: 'warn', detail: `No answer within ${limitMs} ms`, hint: 'Try again.' } as const;
    timer = setTimeout(() => resolve(outcome), limitMs);
  });
  try {
    const outcome = await Promise.race([attempt(check), late]);
    return { name: check.name, ...outcome, durationMs: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(check: Check): Promise<CheckOutcome> {
  try {
    return await check.run();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { status: 'fail', detail, hint: 'Read the service log for the cause.' };
  }
}
