import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type Pickle } from '@cucumber/messages';

/** One scenario of a feature file, with its background and the values of its examples. */
export interface Scenario {
  file: string;
  feature: string;
  name: string;
  steps: readonly Step[];
}

export interface Step {
  text: string;
  /** The text block below the step. */
  block: string | undefined;
}

/** Reads all scenarios of a `.feature` file, or of all such files below a folder. */
export async function readScenarios(path: string): Promise<Scenario[]> {
  if ((await stat(path)).isFile()) return parse(path, await readFile(path, 'utf8'));
  const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.feature'));
  const files = names.sort().map((name) => join(path, name));
  const scenarios = await Promise.all(files.map(async (file) => parse(file, await readFile(file, 'utf8'))));
  return scenarios.flat();
}

function parse(file: string, text: string): Scenario[] {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(text);
  return compile(document, file, newId).map((pickle) => ({
    file,
    feature: document.feature?.name ?? '',
    name: pickle.name,
    steps: pickle.steps.map(step),
  }));
}

function step({ text, argument }: Pickle['steps'][number]): Step {
  return { text, block: argument?.docString?.content };
}
