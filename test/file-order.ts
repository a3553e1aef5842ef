import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Returns a sequencer whose order a seed decides: the same in every clone, and also when files are added. Vitest's own order by
 * seed starts from the order in which the file system lists the files, which differs between clones.
 */
export function orderBySeed(seed: string): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const places = new Map(files.map((file) => [file, this.#getPlace(file)]));
      return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
    }

    #getPlace({ moduleId }: TestSpecification): string {
      const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
      return createHash('sha1').update(`${seed} ${path}`).digest('hex');
    }
  };
}
