import type { Scenario } from './scenarios.js';
import { stepForms } from './steps.js';
import { World } from './world.js';

/** Time limit of a scenario, in milliseconds. */
const maxMs = 30_000;

/** Runs a scenario on the real engine. @throws Error naming the step that does not hold */
export async function runScenario(
  scenario: Scenario,
  rewrites: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (!scenario.steps.some(({ text }) => checks(text))) throw new Error('the scenario checks nothing');
  const world = await World.create(rewrites);
  try {
    for (const { text, block = '' } of scenario.steps) {
      try {
        await within(perform(world, text, block));
      } catch (error) {
        throw new Error(`${text}\n    ${error instanceof Error ? error.message : error}`, { cause: error });
      }
    }
  } finally {
    await world.dispose();
  }
}

/** True for a step that states an outcome. */
function checks(text: string): boolean {
  return /\bshould\b/.test(text);
}

async function perform(world: World, text: string, block: string): Promise<void> {
  for (const { pattern, run } of stepForms) {
    const match = pattern.exec(text);
    if (match !== null) return run(world, match.slice(1), block);
  }
  throw new Error('no step is written like this');
}

async function within(step: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${maxMs} ms`)), maxMs);
  });
  await Promise.race([step, expired]).finally(() => clearTimeout(timer));
}
