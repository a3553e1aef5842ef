import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { validateFiles } from '../../../controller/catalog/index.js';
import { compileFlow, type FlowPlan } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { dialects } from '../../../schemas/index.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { type Case, type Draft, drafts } from './suite.js';

/** `refused`: the schema is refused before any value arrives. */
type Verdict = 'valid' | 'invalid' | 'error' | 'refused';

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
  /** Tests with schemas that svc refuses: it passes none of them. */
  refusedTests: number;
  /** Tests that Ajv passes and svc fails, although svc accepts the schema. */
  lost: string[];
  /** Tests that svc passes and Ajv fails. */
  won: string[];
  /** Schemas that svc refuses before any value arrives, with the reason, and the tests that Ajv passes with them. */
  refused: { name: string; reason: string; ajvPasses: number }[];
}

/**
 * Judges the cases of a draft by Ajv as it comes, with its formats and without strict mode, and by svc as its users meet it:
 * a flow has the schema as its `input.schema`, its file is validated, and each value is offered as its input.
 */
export function compare(draft: Draft, cases: readonly Case[]): Comparison {
  const result: Comparison = {
    schemas: cases.length,
    tests: 0,
    passed: { ajv: 0, svc: 0 },
    refusedTests: 0,
    lost: [],
    won: [],
    refused: [],
  };
  for (const one of cases) {
    const schema = stated(one.schema, draft);
    const flow = toFlow(schema);
    const problem = findProblem(flow);
    const judged = judge(draft, schema, one, problem === undefined ? flow : undefined);
    const passing = (by: 'ajv' | 'svc') => judged.filter((test) => test[by] === test.wanted);
    const [ajv, svc] = [passing('ajv'), passing('svc')];
    result.tests += judged.length;
    result.passed.ajv += ajv.length;
    result.passed.svc += svc.length;
    if (!problem) result.lost.push(...ajv.filter((test) => !svc.includes(test)).map(described));
    result.won.push(...svc.filter((test) => !ajv.includes(test)).map(described));
    if (problem === undefined) continue;
    result.refusedTests += judged.length;
    const name = `${one.file} · ${one.description}`;
    result.refused.push({ name, reason: problem, ajvPasses: ajv.length });
  }
  return result;
}

function described({ name, wanted, ajv, svc }: Judged): string {
  return `${name}: wanted ${wanted}, Ajv ${ajv}, svc ${svc}`;
}

function toFlow(schema: JsonSchema): JsonObject {
  return {
    document: { dsl: '1.0.3', namespace: 'suite', name: 'schema', version: '1.0.0' },
    input: { schema: { document: schema } },
    do: [{ pass: { set: '${ . }' } }],
  };
}

/** Returns the first error of a file with the flow, as `svc validate` finds it. */
function findProblem(flow: JsonObject): string | undefined {
  const findings = validateFiles([{ path: 'schema.json', content: JSON.stringify(flow) }], kinds);
  const error = findings.find(({ severity }) => severity === 'error');
  return error && `${error.rule} ${error.message}`;
}

/** @param flow undefined for one that svc refuses */
function judge(
  draft: Draft,
  schema: JsonSchema,
  { file, description, tests }: Case,
  flow: JsonObject | undefined,
): Judged[] {
  const plain = plainValidator(draft, schema);
  const plan = flow && compileFlow(flow).plan;
  return tests.map((test) => ({
    name: `${file} · ${description} · ${test.description}`,
    wanted: test.valid ? 'valid' : 'invalid',
    ajv: plain(test.data),
    svc: plan ? getVerdict(plan, test.data) : 'refused',
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

function getVerdict(plan: FlowPlan, value: Json): Verdict {
  const { findings } = plan.acceptInput(value);
  if (findings.some(({ message }) => message.startsWith('cannot be validated'))) return 'error';
  return findings.length === 0 ? 'valid' : 'invalid';
}
