import { posix } from 'node:path';
import type { Finding, Snapshot } from '../catalog/index.js';
import { nextTurn } from '../concurrency/loop-turn.js';
import { KeyedMutex } from '../concurrency/turns.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from './contract.js';

/** Requests of one caller that may wait: their files are in memory meanwhile. */
const maxWaiting = 50;

export interface Validated {
  findings: readonly Finding[];
  /** The given files that belong to other tools → the tool. */
  otherTools: ReadonlyMap<string, string>;
}

/** Validates files, one request of each caller at a time. */
export class Validations {
  readonly #turns = new KeyedMutex();
  readonly #waiting = new Map<string, number>();

  /** @param readFurther returns findings of a snapshot that depend on more than its files */
  constructor(
    private readonly reconciler: Pick<Reconciler, 'head' | 'preview'>,
    private readonly readFurther: (snapshot: Snapshot) => Promise<readonly Finding[]> = async () => [],
  ) {}

  /** Returns all findings of a snapshot. */
  async getFindings(snapshot: Snapshot): Promise<readonly Finding[]> {
    return [...(await snapshot.readFindings()), ...(await this.readFurther(snapshot))];
  }

  /**
   * Returns all findings in the files as part of a branch, new findings in other files, and the files of other tools.
   * @throws Problem branch_not_found, git_failed, rate_limited
   */
  async findingsWith(
    caller: string,
    branch: string,
    files: readonly { path: string; content: string }[],
  ): Promise<Validated> {
    const waiting = this.#waiting.get(caller) ?? 0;
    if (waiting > maxWaiting) throw tooManyWait();
    this.#waiting.set(caller, waiting + 1);
    try {
      return await this.#turns.run(caller, () => this.#findingsWith(branch, files));
    } finally {
      const left = (this.#waiting.get(caller) ?? 1) - 1;
      if (left > 0) this.#waiting.set(caller, left);
      else this.#waiting.delete(caller);
    }
  }

  async #findingsWith(
    branch: string,
    files: readonly { path: string; content: string }[],
  ): Promise<Validated> {
    await nextTurn();
    const head = await this.reconciler.head(branch);
    const before = new Set((await this.getFindings(head)).map(getIdentity));
    await nextTurn();
    const inBranch = files.map(({ path, content }) => {
      // `./a//b.yaml` → `a/b.yaml`.
      return { path: posix.normalize(`/${path}`).slice(1), content: Buffer.from(content) };
    });
    const paths = new Set(inBranch.map(({ path }) => path));
    const after = await this.reconciler.preview(branch, inBranch);
    await nextTurn();
    const findings = await this.getFindings(after);
    // Thousands of findings take the caller a turn of its own.
    await nextTurn();
    const isNew = (finding: Finding) => paths.has(finding.file) || !before.has(getIdentity(finding));
    const tools = [...after.otherTools].filter(([path]) => paths.has(path));
    return { findings: findings.filter(isNew), otherTools: new Map(tools) };
  }
}

function getIdentity({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}

function tooManyWait(): Problem {
  return new Problem('rate_limited', `More than ${maxWaiting} validations of this caller wait`, {
    retryAfter: 1,
    hints: ['Wait for the answers before sending further files: one request of a caller is done at a time.'],
  });
}
