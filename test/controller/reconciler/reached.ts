import type { Snapshot } from '../../../controller/catalog/index.js';
import type { Oracle } from './oracle.js';

/** How often something that is to be tested came about: a generator that changes must not leave it untested. */
export class Reached {
  readonly counts: Record<string, number> = {};

  note(what: string, count = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + count;
  }

  /** Notes the changes of a branch from one snapshot to the next. */
  step(before: Snapshot | undefined, after: Snapshot | undefined, held: Oracle['held']): void {
    if (held) this.note(`held: ${held.reason}`);
    if (!before || !after || before === after) return;
    const was = new Map([...before.statuses()].map((status) => [status.name, isReady(status)]));
    for (const status of after.statuses()) {
      const { name } = status;
      const [old, now] = [before.get('thing', name), after.get('thing', name)];
      if (!old) this.note(now ? 'came' : 'never good');
      else if (!isReady(status) && was.get(name)) this.note('fell back to its last good version');
      else if (isReady(status) && was.get(name) === false) this.note('repaired');
      else if (now && now.path !== old.path) this.note('moved');
      else if (now && now.blobId !== old.blobId) this.note('changed');
    }
    const paths = new Map(after.list('thing').map(({ path, name }) => [path, name]));
    for (const { name, path } of before.list('thing')) {
      if (after.get('thing', name)) continue;
      this.note(paths.has(path) ? 'renamed in its file' : 'went');
    }
  }
}

function isReady({ conditions }: { conditions: readonly { status: string }[] }): boolean {
  return conditions[0]?.status === 'True';
}
