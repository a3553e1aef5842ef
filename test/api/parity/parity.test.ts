import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldWriter } from '../../../api/graphql/call-text.js';
import { createSchema } from '../../../api/graphql/schema.js';
import { toolCallWriter } from '../../../api/mcp/call-text.js';
import { forAgents } from '../../../api/mcp/hints.js';
import { operations } from '../../../api/operations/registry.js';
import { requestText } from '../../../api/rest/call-text.js';
import { toTerminalHint } from '../../../cli/output/hints.js';
import { kinds } from '../../../controller/kinds/index.js';
import { type CallWriter, catalog, type HintBody } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { checkLine } from '../manual/program-lines.js';
import { comparable } from './comparable.js';
import { findCalls, performHint } from './hint-calls.js';
import { Installations } from './installations.js';
import { exceptions, type Memory, type Step, steps, withoutTool } from './steps.js';
import { findDoor, graphQL, mcp, type Outcome, rest, type Surface } from './surfaces.js';

const surfaces: readonly Surface[] = [rest, graphQL, mcp];
const memories: readonly Memory[] = surfaces.map(() => new Map());
const keys: Record<string, string>[] = [];
const writers: Readonly<Record<string, CallWriter>> = {
  REST: requestText,
  GraphQL: fieldWriter(createSchema({ operations, kinds }), 'main'),
  MCP: toolCallWriter('main'),
};
/** Values of the inputs that calls of the catalog leave open. */
const examples: Readonly<Record<string, string>> = {
  branch: 'main',
  op: 'platform',
  type: 'flow',
  name: 'greet',
  flow: 'greet',
  connection: 'crm',
  run: '01890a5d-ac96-774b-bcce-b302099a8057',
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  path: 'shop/api',
  revision: 'f'.repeat(40),
};
/** The hints with calls of each surface, by their calls. */
const calls: readonly Map<string, JsonObject>[] = surfaces.map(() => new Map());
let installations: Installations;

beforeAll(async () => {
  installations = await Installations.start(surfaces.length);
  for (const service of installations.services) {
    const roles = ['viewer', 'operator', 'editor'] as const;
    const own: Record<string, string> = {};
    for (const role of roles) own[role] = await service.key(role, role);
    keys.push(own);
  }
});
afterAll(() => installations.stop());

test('every operation has a step, or a reason to have none', () => {
  const covered = new Set([...steps.map(({ operation }) => operation), ...Object.keys(exceptions)]);
  expect(operations.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test('MCP reaches every operation except the listed ones', () => {
  const hasWay = ({ operation, input }: Step) =>
    findDoor(operation, typeof input === 'function' ? {} : input) !== undefined;
  const reached = new Set(steps.filter(hasWay).map(({ operation }) => operation));
  const others = operations.map(({ name }) => name).filter((name) => !reached.has(name));
  expect(others.sort()).toEqual([...withoutTool, ...Object.keys(exceptions)].sort());
});

describe('the same call over each surface', () => {
  test.each(steps.map((step, index) => [`${index + 1}. ${step.operation}`, step] as const))(
    '%s gives the same data, or the same code and hints',
    async (_name, step) => {
      const outcomes = await Promise.all(surfaces.map((_surface, index) => take(step, index)));
      const [overRest = {}] = outcomes;
      for (const [index, outcome] of outcomes.entries()) {
        if (!outcome) continue;
        const { name } = surfaces[index] as Surface;
        const byTypes = step.refusedByTypes && name === 'GraphQL';
        const { code = 'ok', detail } = outcome.problem ?? {};
        expect({ name, code, detail }).toEqual({
          name,
          code: byTypes ? 'query_invalid' : step.gives,
          detail,
        });
        if (byTypes) continue;
        // REST answers a deletion without a body.
        if (step.onlyOutcome !== undefined || overRest.data === true) continue;
        const expected = name === 'MCP' ? withAgentWords(overRest) : overRest;
        const [own, theirs] = [outcome, expected].map((each) => comparable(withoutNextCalls(each)));
        expect({ name, ...own }).toEqual({ name, ...theirs });
      }
    },
  );
});

describe('hints', () => {
  test.each(surfaces.map(({ name }, index) => [name, index] as const))(
    'of %s can be performed as written',
    async (name, index) => {
      const service = installations.services[index];
      const failures: object[] = [];
      for (const [call, { text }] of calls[index] ?? []) {
        expect(text).toContain(call);
        const refusal = service && (await performHint(name, service.app, service.adminKey, call));
        if (refusal) failures.push({ call, refusal });
      }
      expect(failures).toEqual([]);
      expect(calls[index]?.size).toBeGreaterThan(10);
    },
    120_000,
  );

  test.each(surfaces.map(({ name }, index) => [name, index] as const))(
    'of the catalog of errors can be performed over %s with the names filled in',
    async (name, index) => {
      const service = installations.services[index];
      const write = writers[name];
      const failures: object[] = [];
      for (const { hint } of Object.values(catalog)) {
        if (typeof hint === 'string' || hint.operation === undefined || !write) continue;
        const { required = [], properties = {} } =
          operations.find((each) => each.name === hint.operation)?.input ?? {};
        // A caller need not name these; the calls of one surface need them.
        const more = hint.operation === 'sync-branch' ? ['branch', 'revision'] : ['branch'];
        const filled = Object.entries(examples).filter(
          ([input]) => required.includes(input) || (more.includes(input) && input in properties),
        );
        const args = { ...Object.fromEntries(filled), ...hint.arguments };
        const call = write({ operation: hint.operation, arguments: args });
        const refusal = service && (await performHint(name, service.app, service.adminKey, call));
        if (refusal) failures.push({ call, refusal });
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );

  test('are the same calls on a terminal, as commands that exist', async () => {
    const commands = [...(calls[0]?.values() ?? [])].map((hint) =>
      toTerminalHint(hint as unknown as HintBody),
    );
    const lines = commands.flatMap(({ call }) => (call?.startsWith('svc ') ? [call] : []));
    const outcomes = await Promise.all(lines.map(async (line) => [line, await checkLine(line)]));
    expect(outcomes.filter(([, outcome]) => outcome !== 'known')).toEqual([]);
    expect(lines.length).toBeGreaterThan(5);
  });
});

/** Makes the call in the installation of the surface; when the surface does not offer it, over REST, and returns undefined. */
async function take(step: Step, index: number): Promise<Outcome | undefined> {
  const surface = surfaces[index] as Surface;
  const memory = memories[index] as Memory;
  const service = installations.services[index];
  if (!service) throw new Error('There is no installation');
  const input = typeof step.input === 'function' ? step.input(memory) : step.input;
  const key = step.as ? (keys[index]?.[step.as] ?? '') : service.adminKey;
  const own = await surface.call(service.app, key, step.operation, input);
  // The catalog of errors has the calls with places to fill.
  const isCatalog = step.operation.endsWith('-error') || step.operation === 'list-errors';
  if (own && !isCatalog) for (const hint of findCalls(own)) calls[index]?.set(String(hint['call']), hint);
  const outcome = own ?? (await rest.call(service.app, key, step.operation, input)) ?? {};
  for (const [name, path] of Object.entries(step.keep ?? {})) {
    memory.set(name, valueAt(outcome.data ?? null, path.split('.')));
  }
  return own;
}

function valueAt(value: Json, [name, ...more]: readonly string[]): Json {
  if (name === undefined) return value;
  const inner = (value as JsonObject | null)?.[name];
  if (inner === undefined || inner === null)
    throw new Error(`There is no \`${name}\` in ${JSON.stringify(value)}`);
  return valueAt(inner, more);
}

/** Each surface names the calls after a failed run, and after a write that is not in effect, in its own form. */
function withoutNextCalls(outcome: Outcome): Outcome {
  const { failed, next, ...data } = (outcome.data ?? {}) as JsonObject;
  const isCall = typeof next === 'object' && next !== null && 'text' in next;
  const other = next === undefined || isCall ? data : { ...data, next };
  if (failed === undefined || failed === null) return isCall ? { ...outcome, data: other } : outcome;
  return { ...outcome, data: { ...other, failed: { ...(failed as JsonObject), next: [] } } };
}

/** Over MCP, hints have the words of tools. */
function withAgentWords({ problem, ...outcome }: Outcome): Outcome {
  if (!problem) return outcome;
  const hints = (problem.hints as { text: string }[]).map((hint) => ({
    ...hint,
    text: forAgents(hint.text),
  }));
  return { ...outcome, problem: { ...problem, hints } };
}
