import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../remove-folder.js';
import type { Report } from '../report.js';

/** A clock of processes that a file moves, without their time that passes. */
export class MovedClock {
  /** The variables of a process that has this clock. */
  readonly env: NodeJS.ProcessEnv;
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-clock-'));
  readonly #file = join(this.#folder, 'offset');
  #offset = 0;

  private constructor(library: string) {
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_TIMESTAMP_FILE: this.#file,
    };
    this.move(0);
  }

  /** Undefined, with a word to the report, where libfaketime is not on this machine: CI must have it. */
  static create(report: Report): MovedClock | undefined {
    const library = findFaketime();
    if (library !== undefined) return new MovedClock(library);
    const missing = 'libfaketime is not on this machine (Debian: faketime)';
    const { SVC_REQUIRE_SERVERS: isRequired, SVC_WITHOUT_FAKETIME: isLeftOut } = process.env;
    if (isRequired !== undefined && isLeftOut === undefined) report.fail(missing);
    else report.progress(`skipped: ${missing}`);
    return undefined;
  }

  /** Milliseconds since the epoch, as the processes see them. */
  now(): number {
    return Date.now() + this.#offset * 1_000;
  }

  /** Moves the clock by seconds. */
  move(bySeconds: number): void {
    this.#offset += bySeconds;
    writeFileSync(this.#file, `${this.#offset < 0 ? '' : '+'}${this.#offset}s\n`);
  }

  dispose(): void {
    removeFolder(this.#folder);
  }
}

function findFaketime(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find((file) => existsSync(file));
}
