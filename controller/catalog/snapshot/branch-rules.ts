import type { PlacedReference } from '../parse/analysis.js';
import type { Finding } from '../rules/finding.js';
import { type BranchState, entityId, getEntityName } from '../state/branch-state.js';
import { type Facts, findDefiner } from '../state/readiness.js';
import { emptyCatalogs, undefinedVariables } from './flow-needs.js';

/** The check of a rule that concerns all files of a branch or folder together. */
interface BranchCheck {
  id: string;
  /** Makes sense only when all files of a branch or folder are present. */
  whole?: true;
  check(state: BranchState, facts: Facts): Finding[];
}

/** The offer of connections that subscribe to messages. */
const subscribeOffer = 'subscribe';

/** Reports connections that no flow calls. Reports nothing while a file has errors: its references are not known. */
const connectionUnused: BranchCheck = {
  id: 'connection-unused',
  whole: true,
  check(state, facts) {
    if (state.notReady.size > 0 || state.broken.size > 0) return [];
    const connections = state.entities.get('connection')?.values() ?? [];
    return [...connections].flatMap(({ home }) => {
      const entry = facts.file(home);
      const identity = entry?.analysis.identity;
      if (!identity || isUsed(state, facts, identity.name)) return [];
      // Its messages reach flows without a word about it.
      if (entry.analysis.providedNames?.has(subscribeOffer)) return [];
      return [
        {
          rule: 'connection-unused',
          severity: 'hint' as const,
          file: home,
          pointer: identity.pointer,
          ...identity.place,
          message: `no flow uses the connection \`${identity.name}\``,
          hint: 'Delete it, or silence this finding if it is used through the API or by `Notify` in the settings.',
        },
      ];
    });
  },
};

function isUsed(state: BranchState, facts: Facts, connection: string): boolean {
  const paths = state.referrers.get(entityId('connection', connection))?.keys() ?? [];
  const users = ['flow', 'trigger'];
  return [...paths].some((path) => users.includes(facts.file(path)?.analysis.identity?.kind ?? ''));
}

/** Reports each flow that comes to run itself, with its shortest cycle. */
const referenceCycle: BranchCheck = {
  id: 'reference-cycle',
  check(state, facts) {
    const flows = [...(state.entities.get('flow')?.keys() ?? [])].sort();
    const graph = withoutEnds(new Map(flows.map((id) => [id, subflows(facts, id)])));
    const findings: Finding[] = [];
    const search = { left: maxSteps };
    for (const id of graph.keys()) {
      const path = findShortestPath(graph, id, search);
      if (path.length > 0) findings.push(...cycleFindings(facts, graph, id, path));
      if (findings.length === maxFindings || search.left === 0) break;
    }
    return findings;
  },
};

/** Most cycles that are reported: the search costs more with each, and a longer list would not be read. */
const maxFindings = 100;
/** Most flows that the searches for cycles pass. */
const maxSteps = 50_000;

type Graph = Map<string, readonly PlacedReference[]>;

function subflows(facts: Facts, id: string): PlacedReference[] {
  return (findDefiner(facts, id)?.analysis.references ?? []).filter(({ kind }) => kind === 'flow');
}

function getTarget({ kind, name }: PlacedReference): string {
  return entityId(kind, name);
}

/** Removes flows that run no other one until none is left: only flows in a cycle, or on a way to one, remain. */
function withoutEnds(graph: Graph): Graph {
  const callers = new Map<string, string[]>();
  const rest = new Map([...graph].map(([id, references]) => [id, references.length]));
  const ends = new Set([...graph].filter(([, references]) => references.length === 0).map(([id]) => id));
  for (const [id, references] of graph) {
    for (const target of references.map(getTarget)) {
      const calls = callers.get(target);
      if (calls) calls.push(id);
      else callers.set(target, [id]);
      if (!graph.has(target)) ends.add(target);
    }
  }
  for (const end of ends) {
    for (const caller of callers.get(end) ?? []) {
      const left = (rest.get(caller) ?? 0) - 1;
      rest.set(caller, left);
      if (left === 0) ends.add(caller);
    }
  }
  return new Map([...graph].filter(([id]) => !ends.has(id)));
}

/** The steps from a flow back to itself; empty when there is no such way, or the search ends before. */
function findShortestPath(graph: Graph, start: string, search: { left: number }): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (const at of queue) {
    if (search.left === 0) break;
    search.left--;
    for (const next of (graph.get(at) ?? []).map(getTarget)) {
      if (!graph.has(next) || before.has(next)) continue;
      before.set(next, at);
      if (next === start) return trace(before, start);
      queue.push(next);
    }
  }
  return [];
}

function trace(before: ReadonlyMap<string, string>, end: string): string[] {
  const path = [end];
  for (let at = before.get(end); at !== undefined && at !== end; at = before.get(at)) path.unshift(at);
  return path;
}

function cycleFindings(facts: Facts, graph: Graph, id: string, path: readonly string[]): Finding[] {
  const reference = graph.get(id)?.find((each) => getTarget(each) === path[0]);
  const entry = findDefiner(facts, id);
  if (!reference || !entry) return [];
  const names = [id, ...path].map((each) => `\`${getEntityName(each)}\``);
  const shown = names.length > 12 ? [...names.slice(0, 10), '…', ...names.slice(-1)] : names;
  return [
    {
      rule: 'reference-cycle',
      severity: 'warning',
      file: entry.path,
      pointer: reference.pointer,
      ...reference.place,
      message: `the flow comes to run itself: ${shown.join(' → ')}`,
      hint: 'Break the cycle, or silence this finding if a condition ends it.',
    },
  ];
}

/** Reports environments that open secrets to branches, and whose secrets overlap with those of another environment. */
const secretsOverlap: BranchCheck = {
  id: 'secrets-overlap',
  check(state, facts) {
    const ids = [...(state.entities.get('environment')?.keys() ?? [])];
    const ranges = ids.flatMap((id) => {
      const { path = '', analysis } = findDefiner(facts, id) ?? {};
      const secrets = analysis?.notes.find(({ pointer }) => pointer === '/secrets');
      if (!secrets) return [];
      const prefix = `${String(secrets.value).replace(/\/$/, '')}/`;
      const isOpen = analysis?.notes.some(({ pointer }) => pointer === '/branches') === true;
      return [{ id, path, prefix, isOpen, ...secrets }];
    });
    return overlaps(ranges).map(([{ path: file, pointer, place, prefix }, other]): Finding => {
      const message = `the secrets under \`${prefix}\` overlap with those of the environment \`${getEntityName(other.id)}\``;
      const hint = 'Choose prefixes of which none begins with another one.';
      return { rule: 'secrets-overlap', severity: 'error', file, pointer, ...place, message, hint };
    });
  },
};

interface SecretRange {
  prefix: string;
  /** True when the environment has `branches`. */
  isOpen: boolean;
}

/** Each range that overlaps with another one, with one of those; two ranges without `branches` may overlap. */
function overlaps<Range extends SecretRange>(ranges: readonly Range[]): [Range, Range][] {
  // A prefix is followed by all that begin with it.
  const sorted = [...ranges].sort((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0));
  const overlapping = new Map<Range, Range>();
  const pair = (one: Range | undefined, other: Range | undefined) => {
    if (!one || !other) return;
    if (!overlapping.has(one)) overlapping.set(one, other);
    if (!overlapping.has(other)) overlapping.set(other, one);
  };
  const around: { range: Range; open: Range | undefined }[] = [];
  for (const range of sorted) {
    while (around.length > 0 && !range.prefix.startsWith(around.at(-1)?.range.prefix ?? '')) around.pop();
    const above = around.at(-1);
    pair(range, range.isOpen ? above?.range : above?.open);
    around.push({ range, open: range.isOpen ? range : above?.open });
  }
  // The next open range is inside this one, or none is.
  let open: Range | undefined;
  for (const range of sorted.toReversed()) {
    if (open?.prefix.startsWith(range.prefix)) pair(range, open);
    if (range.isOpen) open = range;
  }
  return ranges.flatMap((range): [Range, Range][] => {
    const other = overlapping.get(range);
    return other ? [[range, other]] : [];
  });
}

/** The checks that concern all files of a branch together; `rules/` has their texts. */
export const branchChecks: readonly BranchCheck[] = [
  connectionUnused,
  referenceCycle,
  secretsOverlap,
  { id: 'variable-undefined', whole: true, check: undefinedVariables },
  { id: 'file-missing', whole: true, check: emptyCatalogs },
];
