import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../../../remove-folder.js';
import { TestAuthority } from '../../connectors/http/certificates.js';

/** The two files of `Server.Tls` in a temporary folder. */
export class CertificateFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-certificate-'));
  readonly certificate = join(this.folder, 'cert.pem');
  readonly key = join(this.folder, 'key.pem');
  readonly authority = new TestAuthority();

  constructor() {
    onTestFinished(() => this.remove());
    this.issue();
  }

  /** Writes a new certificate for the name and 127.0.0.1, and its key. Valid for two days. */
  issue(name = 'svc.test'): void {
    const { certificate, key } = this.authority.issue(name, `DNS:${name},IP:127.0.0.1`);
    writeFileSync(this.certificate, certificate);
    writeFileSync(this.key, key);
  }

  /** Writes files as they are given. */
  write(files: { certificate?: string; key?: string }): void {
    if (files.certificate !== undefined) writeFileSync(this.certificate, files.certificate);
    if (files.key !== undefined) writeFileSync(this.key, files.key);
  }

  private remove(): void {
    this.authority.remove();
    removeFolder(this.folder);
  }
}
