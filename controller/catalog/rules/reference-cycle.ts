import type { PlacedReference } from '../analysis.js';
import { entityId, nameOf } from '../branch-state.js';
import type { Finding } from '../contract.js';
import { definerOf, type Facts } from '../readiness.js';
import type { BranchRule } from './branch-rule.js';

/** Flows that run one another in a circle; each of them is told, with the shortest way round. */
export const referenceCycle: BranchRule = {
  id: 'reference-cycle',
  severity: 'warning',
  across: true,
  summary: 'flows run one another in a circle',
  what: 'A flow runs another one that comes to run the first again.',
  why: 'Unless a condition ends it, such a circle goes on until a limit stops it.',
  mend: 'Break the circle, or silence this where a condition ends it.',
  example: {
    wrong: '# flow a\n- again: { run: { workflow: { namespace: demo, name: a, version: 1.0.0 } } }',
    right: '# flow a\n- again: { for: { in: "${ .pages }" }, do: [] }',
  },
  check(state, facts) {
    const flows = [...(state.entities.get('flow')?.keys() ?? [])].sort();
    const graph = withoutEnds(new Map(flows.map((id) => [id, subflows(facts, id)])));
    const found: Finding[] = [];
    for (const id of graph.keys()) {
      const way = shortestWay(graph, id);
      if (way.length > 0) found.push(...tell(facts, graph, id, way));
      if (found.length === mostFindings) break;
    }
    return found;
  },
};

/** Looking for ways costs the more the more flows run one another; beyond so many circles, nobody reads on. */
const mostFindings = 100;

type Graph = Map<string, readonly PlacedReference[]>;

function subflows(facts: Facts, id: string): PlacedReference[] {
  return (definerOf(facts, id)?.analysis.references ?? []).filter(({ kind }) => kind === 'flow');
}

function targetOf({ kind, name }: PlacedReference): string {
  return entityId(kind, name);
}

/** What is left when flows that run no other are taken away, again and again: nothing, unless there is a circle. */
function withoutEnds(graph: Graph): Graph {
  const callers = new Map<string, string[]>();
  const rest = new Map([...graph].map(([id, references]) => [id, references.length]));
  const ends = new Set([...graph].filter(([, references]) => references.length === 0).map(([id]) => id));
  for (const [id, references] of graph) {
    for (const target of references.map(targetOf)) {
      const known = callers.get(target);
      if (known) known.push(id);
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

/** The steps from a flow back to itself; none when there is no such way. */
function shortestWay(graph: Graph, start: string): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (const at of queue) {
    for (const next of (graph.get(at) ?? []).map(targetOf)) {
      if (!graph.has(next) || before.has(next)) continue;
      before.set(next, at);
      if (next === start) return trace(before, start);
      queue.push(next);
    }
  }
  return [];
}

function trace(before: ReadonlyMap<string, string>, end: string): string[] {
  const way = [end];
  for (let at = before.get(end); at !== undefined && at !== end; at = before.get(at)) way.unshift(at);
  return way;
}

function tell(facts: Facts, graph: Graph, id: string, way: readonly string[]): Finding[] {
  const reference = graph.get(id)?.find((each) => targetOf(each) === way[0]);
  const entry = definerOf(facts, id);
  if (!reference || !entry) return [];
  const names = [id, ...way].map((each) => `\`${nameOf(each)}\``);
  const shown = names.length > 12 ? [...names.slice(0, 10), '…', ...names.slice(-1)] : names;
  return [
    {
      rule: 'reference-cycle',
      severity: 'warning',
      file: entry.path,
      pointer: reference.pointer,
      ...reference.place,
      message: `the flow comes to run itself: ${shown.join(' → ')}`,
      hint: 'Break the circle, or silence this where a condition ends it.',
    },
  ];
}
