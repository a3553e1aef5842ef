import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type KeySet, makeKeys } from '../../../cli/build/release/keys.js';
import { publish } from '../../../cli/build/release/publish.js';
import { type SampleRelease, writeArchive } from './sample-release.js';

/** A release repository of a test, with its keys. */
export class ReleaseRepository {
  readonly folder: string;
  readonly keys: KeySet;

  constructor(private readonly scratch: string) {
    this.folder = join(scratch, 'repository');
    this.keys = makeKeys(join(scratch, 'keys'));
  }

  get address(): string {
    return pathToFileURL(this.folder).href;
  }

  /** The first root metadata, which programs ship. */
  root = (): Buffer => readFileSync(this.file('1.root.json'));

  /** Publishes releases; none renews the metadata. */
  async publish(releases: readonly SampleRelease[], now = new Date(), keys = this.keys) {
    const folder = join(this.scratch, 'archives');
    const archives = await Promise.all(releases.map((release) => writeArchive(folder, release)));
    return publish({ archives, repository: this.folder, keys, now });
  }

  /** Returns the path of a metadata file. */
  file(name: string): string {
    return join(this.folder, 'metadata', name);
  }

  /** Returns the path of the archive of a version. */
  archive(version: string): string {
    const folder = join(this.folder, 'targets');
    const name = readdirSync(folder).find((each) => each.includes(`.svc-${version}-`)) ?? 'none';
    return join(folder, name);
  }

  /** Changes the text of a metadata file. */
  edit(name: string, change: (text: string) => string): void {
    const path = this.file(name);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
}
