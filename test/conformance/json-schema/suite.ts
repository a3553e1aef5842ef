import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonSchema } from '../../../schemas/json/types.js';

/** A schema of the JSON Schema Test Suite, with its values. */
export interface Case {
  /** Path of the file in the draft's folder, without its extension. */
  file: string;
  description: string;
  schema: JsonSchema;
  tests: { description: string; data: Json; valid: boolean }[];
}

export const drafts = { draft7: 'draft-07', 'draft2020-12': 'draft-2020-12' } as const;

export type Draft = keyof typeof drafts;

/** Reads the cases of a draft, the optional ones included. @param folder the suite's own folder, with `tests` in it */
export function readCases(folder: string, draft: Draft): Case[] {
  const root = join(folder, 'tests', draft);
  if (!existsSync(root)) throw new Error(`There is no folder \`${root}\`: give the folder of the suite.`);
  const files = readdirSync(root, { recursive: true }).map(String).sort();
  return files
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const cases = JSON.parse(readFileSync(join(root, file), 'utf8')) as Omit<Case, 'file'>[];
      return cases.map((one) => ({ file: file.replaceAll('\\', '/').replace(/\.json$/, ''), ...one }));
    });
}
