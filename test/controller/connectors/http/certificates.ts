import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../remove-folder.js';

export interface Certified {
  certificate: string;
  key: string;
}

/** Certificates of one authority, for a server and for clients. */
export class TestAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-tls-'));
  readonly certificate: string;

  constructor(readonly name = 'authority') {
    this.#openssl(
      'req',
      '-x509',
      ...newKey,
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      this.#file('ca.key'),
      '-out',
      this.#file('ca.pem'),
    );
    this.certificate = this.#read('ca.pem');
  }

  /** @param names such as `DNS:bank.test` or `IP:127.0.0.1` @param passphrase encrypts the key */
  issue(subject: string, names?: string, passphrase?: string): Certified {
    const key = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
    this.#openssl(
      'req',
      ...newKey,
      ...key,
      '-subj',
      `/CN=${subject}`,
      '-keyout',
      this.#file('one.key'),
      '-out',
      this.#file('one.csr'),
    );
    const extensions = names === undefined ? '' : `subjectAltName=${names}`;
    writeFileSync(this.#file('one.ext'), extensions);
    this.#openssl(
      'x509',
      '-req',
      '-days',
      '2',
      '-CAcreateserial',
      '-extfile',
      this.#file('one.ext'),
      '-in',
      this.#file('one.csr'),
      '-CA',
      this.#file('ca.pem'),
      '-CAkey',
      this.#file('ca.key'),
      '-out',
      this.#file('one.pem'),
    );
    return { certificate: this.#read('one.pem'), key: this.#read('one.key') };
  }

  remove(): void {
    removeFolder(this.#folder);
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #read(name: string): string {
    return readFileSync(this.#file(name), 'utf8');
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'ignore' });
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
