import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { inspectSchema, SchemaCheck } from '../../../controller/json-schema/index.js';
import { dialects } from '../../../schemas/index.js';
import type { Json, JsonSchema } from '../../../schemas/json/types.js';
import { type Case, type Draft, drafts } from './suite.js';

type Verdict = 'valid' | 'invalid' | 'error';

/** One value, as the suite, Ajv and svc judge it. */
interface Judged {
  name: string;
  wanted: Verdict;
  ajv: Verdict;
  svc: Verdict;
}

/** The results of a draft. */
export interface Comparison {
  schemas: number;
  tests: number;
  passed: { ajv: number; svc: number };
  /** Tests that Ajv passes and svc fails, although svc accepts the schema. */
  lost: string[];
  /** Tests that svc passes and Ajv fails. */
  won: string[];
  /** Schemas that svc refuses before any value arrives, with the reason, and the tests that Ajv passes with them. */
  refused: { name: string; reason: string; ajvPasses: number }[];
}

/** Judges the cases of a draft by Ajv as it comes, with its formats and without strict mode, and by svc. */
export function compare(draft: Draft, cases: readonly Case[]): Comparison {
  const result: Comparison = {
    schemas: cases.length,
    tests: 0,
    passed: { ajv: 0, svc: 0 },
    lost: [],
    won: [],
    refused: [],
  };
  for (const one of cases) {
    const schema = stated(one.schema, draft);
    const problem = inspectSchema(schema).find(({ severity }) => severity === 'error');
    const judged = judge(draft, schema, one);
    const passing = (by: 'ajv' | 'svc') => judged.filter((test) => test[by] === test.wanted);
    const [ajv, svc] = [passing('ajv'), passing('svc')];
    result.tests += judged.length;
    result.passed.ajv += ajv.length;
    result.passed.svc += svc.length;
    if (!problem) result.lost.push(...ajv.filter((test) => !svc.includes(test)).map(described));
    result.won.push(...svc.filter((test) => !ajv.includes(test)).map(described));
    if (!problem) continue;
    const reason = `${problem.rule} ${problem.pointer} ${problem.message}`;
    result.refused.push({ name: `${one.file} · ${one.description}`, reason, ajvPasses: ajv.length });
  }
  return result;
}

function described({ name, wanted, ajv, svc }: Judged): string {
  return `${name}: wanted ${wanted}, Ajv ${ajv}, svc ${svc}`;
}

function judge(draft: Draft, schema: JsonSchema, { file, description, tests }: Case): Judged[] {
  const plain = plainValidator(draft, schema);
  const check = new SchemaCheck(schema);
  return tests.map((test) => ({
    name: `${file} · ${description} · ${test.description}`,
    wanted: test.valid ? 'valid' : 'invalid',
    ajv: plain(test.data),
    svc: getVerdict(check, test.data),
  }));
}

/** Names the draft, which the suite's schemas leave to their folder; svc takes other schemas for draft 2020-12. */
function stated(schema: JsonSchema, draft: Draft): JsonSchema {
  if (typeof schema === 'boolean' || draft === 'draft2020-12') return schema;
  return { $schema: `${dialects[drafts[draft]]}#`, ...schema };
}

function plainValidator(draft: Draft, schema: JsonSchema): (value: Json) => Verdict {
  const options = { strict: false, logger: false } as const;
  const ajv = draft === 'draft7' ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv as Ajv);
  return (value) => {
    try {
      return ajv.validate(schema, value) ? 'valid' : 'invalid';
    } catch {
      return 'error';
    }
  };
}

function getVerdict(check: SchemaCheck, value: Json): Verdict {
  const findings = check.findings(value);
  if (findings.some(({ message }) => message.startsWith('cannot be validated'))) return 'error';
  return findings.length === 0 ? 'valid' : 'invalid';
}
