import type { Profiler } from 'node:inspector';

// Reads what a CPU profile says about a part of its time.

type Profile = Profiler.Profile;
type ProfileNode = Profiler.ProfileNode;

/** Calls that are shown of a stack: the innermost ones. */
const maxCalls = 24;
const maxStacks = 3;
const collector = '(garbage collector)';

interface Branch {
  name: string;
  samples: number;
  readonly branches: Map<string, Branch>;
}

/** Reads a profile once for many parts of its time. */
export class ProfileReader {
  readonly #nodes = new Map<number, ProfileNode>();
  readonly #parents = new Map<number, number>();
  /** Times of the samples, in µs of the monotonic clock. */
  readonly #times: number[] = [];

  constructor(private readonly profile: Profile) {
    for (const node of profile.nodes) {
      this.#nodes.set(node.id, node);
      for (const child of node.children ?? []) this.#parents.set(child, node.id);
    }
    let time = profile.startTime;
    for (const delta of profile.timeDeltas ?? []) {
      time += delta;
      this.#times.push(time);
    }
  }

  /** Describes the samples between two times, in µs. */
  describe(start: number, end: number): { collecting: number; stacks: string[] } {
    const root: Branch = { name: '', samples: 0, branches: new Map() };
    let collecting = 0;
    for (const [index, id] of (this.profile.samples ?? []).entries()) {
      const time = this.#times[index] ?? 0;
      if (time < start || time > end) continue;
      const calls = this.#getCalls(id);
      if (calls.at(-1) === collector) collecting += 1;
      addSample(root, calls);
    }
    return {
      collecting: root.samples === 0 ? 0 : collecting / root.samples,
      stacks: heaviestStacks(root),
    };
  }

  /** Returns the calls of a sample, the innermost one last. */
  #getCalls(id: number): string[] {
    const calls: string[] = [];
    for (let next: number | undefined = id; next !== undefined; next = this.#parents.get(next)) {
      const node = this.#nodes.get(next);
      if (node && node.callFrame.functionName !== '(root)') calls.unshift(getName(node));
    }
    return calls;
  }
}

function getName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  if (url === '') return name;
  const file = url.replace(/^.*\/(dist|node_modules)\//, (_all, folder) =>
    folder === 'dist' ? '' : 'node_modules/',
  );
  return `${name} ${file}:${lineNumber + 1}`;
}

function addSample(root: Branch, calls: readonly string[]): void {
  let branch = root;
  branch.samples += 1;
  for (const name of calls) {
    const next = branch.branches.get(name) ?? { name, samples: 0, branches: new Map() };
    branch.branches.set(name, next);
    next.samples += 1;
    branch = next;
  }
}

/** Follows the branch with most samples, and takes its samples out before the next one. */
function heaviestStacks(root: Branch): string[] {
  const stacks: string[] = [];
  const total = root.samples;
  while (stacks.length < maxStacks && root.samples > total / 5) {
    const path: Branch[] = [];
    for (let branch = findHeaviest(root); branch; branch = findHeaviest(branch)) path.push(branch);
    const samples = path.at(-1)?.samples ?? 0;
    if (samples === 0) break;
    const lines = path.map((branch) => `${branch.samples}/${total} ${branch.name}`);
    stacks.push(lines.slice(-maxCalls).join('\n'));
    // All samples below the innermost call that most of this stack's samples share are told by it.
    const shared = path.findLast((branch) => branch.samples > (path[0]?.samples ?? 0) / 2) ?? path[0];
    const taken = shared?.samples ?? 0;
    root.samples -= taken;
    for (const branch of path) {
      branch.samples -= taken;
      if (branch === shared) break;
    }
    shared?.branches.clear();
  }
  return stacks;
}

function findHeaviest({ branches }: Branch): Branch | undefined {
  let heaviest: Branch | undefined;
  for (const branch of branches.values()) if (branch.samples > (heaviest?.samples ?? 0)) heaviest = branch;
  return heaviest;
}
