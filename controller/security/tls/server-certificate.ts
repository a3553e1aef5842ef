import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Certificate, type CertificateFiles, readCertificate } from './read-certificate.js';

export interface ServerCertificateOptions {
  log: Logger;
  /** Time between two looks at the files; 5 seconds by default. A change is used after two looks at most. */
  intervalMs?: number;
}

/** The certificate in use, and why a newer one is not. */
export interface CertificateState extends Pick<Certificate, 'names' | 'expiresAt'> {
  refused: string | undefined;
}

/**
 * The certificate of the service, which follows its files. Files that cannot be used leave the certificate before them in
 * use. Looks at the files again and again: programs that renew certificates replace files, links or whole folders.
 */
export class ServerCertificate {
  #current: Certificate;
  #refused: string | undefined;
  /** The state of the files at the last attempt to read them, and at the last look. */
  #tried: string;
  #seen: string;
  readonly #users: ((certificate: Certificate) => void)[] = [];
  readonly #timer: NodeJS.Timeout;

  /** @throws Problem settings_invalid when the files cannot be used */
  constructor(
    private readonly files: CertificateFiles,
    private readonly options: ServerCertificateOptions,
  ) {
    // Before the files are read, so that no change is missed.
    this.#seen = [files.certificate, files.key].map(stateAtOnce).join(' ');
    this.#tried = this.#seen;
    this.#current = readCertificate(files);
    let looking = Promise.resolve();
    const look = () => (looking = looking.then(() => this.#look()));
    this.#timer = setInterval(look, options.intervalMs ?? 5_000).unref();
  }

  get current(): Certificate {
    return this.#current;
  }

  state(): CertificateState {
    const { names, expiresAt } = this.#current;
    return { names, expiresAt, refused: this.#refused };
  }

  /** Calls `use` with each certificate that comes into use from now on; it may throw to refuse one. */
  onChange(use: (certificate: Certificate) => void): void {
    this.#users.push(use);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { certificate, key } = this.files;
    const stats = (await Promise.all([getState(certificate), getState(key)])).join(' ');
    const isSettled = stats === this.#seen;
    this.#seen = stats;
    // While one file is new and the other not yet, they do not fit: wait until a look finds no further change.
    if (stats === this.#tried || !isSettled) return;
    this.#tried = stats;
    this.#replace();
  }

  #replace(): void {
    const { log } = this.options;
    try {
      const next = readCertificate(this.files);
      for (const use of this.#users) use(next);
      this.#current = next;
      this.#refused = undefined;
      const { names, expiresAt } = next;
      log.info({ names, expires: new Date(expiresAt).toISOString() }, 'TLS certificate replaced');
    } catch (error) {
      this.#refused = (error as Error).message;
      log.error({ detail: this.#refused }, 'TLS certificate not replaced; the one before stays in use');
    }
  }
}

async function getState(path: string): Promise<string> {
  return stateText(await stat(path, { bigint: true }).catch(() => undefined));
}

function stateAtOnce(path: string): string {
  return stateText(statSync(path, { bigint: true, throwIfNoEntry: false }));
}

function stateText(stats: BigIntStats | undefined): string {
  return stats === undefined ? 'missing' : `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}
