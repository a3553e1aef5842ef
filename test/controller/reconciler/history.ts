import fc from 'fast-check';

/** Path → content. */
export type Files = Readonly<Record<string, string>>;

/** One change of a branch by a user; the numbers choose the file. */
export interface Deed {
  what:
    | 'add'
    | 'edit'
    | 'rename'
    | 'move'
    | 'break'
    | 'garble'
    | 'repair'
    | 'duplicate'
    | 'delete'
    | 'clear'
    | 'plant'
    | 'uproot'
    | 'merge'
    | 'rewind'
    | 'text';
  a: number;
  b: number;
}

export interface Step {
  deeds: readonly Deed[];
  /** The process ends and starts again: before it sees the commit, or after. */
  restarts: 'before' | 'after' | undefined;
  /** A user confirms held deletions, if there are any. */
  confirms: boolean;
}

export interface History {
  policy: 'entity' | 'commit';
  pruneLimit: number;
  steps: readonly Step[];
}

const names = ['a', 'b', 'c', 'd', 'e'];
const folders = ['', 'in/', 'deep/er/'];
const texts = ['x.md', 'in/y.md'];

const weights: Record<Deed['what'], number> = {
  add: 6,
  edit: 4,
  rename: 5,
  move: 4,
  break: 3,
  garble: 2,
  repair: 5,
  duplicate: 2,
  delete: 3,
  clear: 1,
  plant: 2,
  uproot: 2,
  merge: 1,
  rewind: 1,
  text: 2,
};
const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({
      weight,
      arbitrary: fc.constant(what as Deed['what']),
    })),
  ),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});

/** Histories of `length` commits at most, each of up to four deeds. The first commit adds something. */
export function histories(length: number): fc.Arbitrary<History> {
  const step = fc.record({
    deeds: fc.array(deed, { minLength: 1, maxLength: 4 }),
    restarts: fc.constantFrom('before', 'after', ...Array.from({ length: 6 }, () => undefined)),
    confirms: fc.boolean(),
  });
  return fc.record({
    policy: fc.constantFrom('entity', 'entity', 'commit'),
    pruneLimit: fc.constantFrom(50, 50, 0, 100),
    steps: fc.array(step, { minLength: 2, maxLength: length }),
  });
}

/** The trees a branch has had, the newest last; what comes next may build on any of them. */
export class Timeline {
  readonly trees: Files[] = [{}];

  get tip(): Files {
    return this.trees.at(-1) ?? {};
  }

  /** Makes the next tree. */
  commit(deeds: readonly Deed[]): Files {
    const next = deeds.reduce((files, one) => this.#do(files, one), this.tip);
    this.trees.push(next);
    return next;
  }

  #do(files: Files, { what, a, b }: Deed): Files {
    const paths = Object.keys(files).filter((path) => path.endsWith('.yaml'));
    const bad = what === 'repair' ? paths.filter((one) => isBad(files[one] ?? '')) : [];
    const path = pick(bad.length > 0 ? bad : paths, a);
    const text = path === undefined ? undefined : files[path];
    const earlier = pick(this.trees, a) ?? {};
    if (what === 'add') return { ...files, ...thing(a, b) };
    if (what === 'clear') return {};
    if (what === 'plant') return { ...files, ...plants(b) };
    if (what === 'uproot') return without(files, 'many/', 8 + (b % 5));
    if (what === 'rewind') return earlier;
    if (what === 'merge') return { ...files, ...earlier };
    if (what === 'text') {
      const { [texts[a % 2] ?? '']: _, ...rest } = files;
      return b % 3 === 0 ? rest : { ...rest, [texts[a % 2] ?? '']: `text ${b % 4}` };
    }
    if (path === undefined || text === undefined) return { ...files, ...thing(a, b) };
    const { [path]: _, ...others } = files;
    if (what === 'delete') return others;
    if (what === 'move') return { ...others, [`${folders[b % 3]}moved-${b % 4}.yaml`]: text };
    if (what === 'duplicate') return { ...files, [`${folders[b % 3]}copy-${b % 4}.yaml`]: text };
    return { ...files, [path]: rewrite(text, what, b) };
  }
}

function rewrite(text: string, what: Deed['what'], b: number): string {
  switch (what) {
    case 'rename':
      return text.replace(/"name":"\w+"/, `"name":"${pick(names, b)}"`);
    case 'break':
      return text.replace('{', '{"bad":1,');
    case 'garble':
      return `${text}]`;
    case 'repair':
      return text.replaceAll('"bad":1,', '').replace(/\]+$/, '');
    default:
      return text.replace(/"at":\d+/, `"at":${b}`);
  }
}

function isBad(text: string): boolean {
  return text.includes('bad') || text.endsWith(']');
}

/** A file of one thing that may use others, claim to be the first, or name a text. */
function thing(a: number, b: number): Files {
  const name = pick(names, a) ?? 'a';
  const fields = {
    kind: 'thing',
    name,
    at: b,
    ...(b % 3 === 0 ? { uses: [pick(names, b)] } : {}),
    ...(b % 7 === 0 ? { needs: { [pick(names, a + 1) ?? 'a']: 'x' } } : {}),
    ...(b % 5 === 0 ? { gives: ['x'] } : {}),
    ...(b % 11 === 0 ? { first: true } : {}),
    ...(b % 4 === 1 ? { file: `/${pick(texts, a)}` } : {}),
  };
  return { [`${folders[a % 3]}${name}.yaml`]: JSON.stringify(fields) };
}

/** Many things that are all alike. */
function plants(at: number): Files {
  const many = Array.from({ length: 12 }, (_, index) => `p${index}`);
  return Object.fromEntries(
    many.map((name) => [`many/${name}.yaml`, JSON.stringify({ kind: 'thing', name, at })]),
  );
}

function without(files: Files, folder: string, count: number): Files {
  const gone = new Set(
    Object.keys(files)
      .filter((path) => path.startsWith(folder))
      .slice(0, count),
  );
  return Object.fromEntries(Object.entries(files).filter(([path]) => !gone.has(path)));
}

function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % from.length];
}
