import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../../../controller/problems/index.js';
import { readCertificate } from '../../../../controller/security/tls/read-certificate.js';
import { ServerCertificate } from '../../../../controller/security/tls/server-certificate.js';
import { eventually } from '../../../eventually.js';
import { CertificateFolder } from './certificates.js';

function refusal(files: CertificateFolder): string {
  try {
    readCertificate(files);
  } catch (error) {
    if (error instanceof Problem && error.code === 'settings_invalid') return error.message;
    throw error;
  }
  throw new Error('The files were accepted.');
}

describe('the files of `Server.Tls`', () => {
  test('give the names and the end of the certificate', () => {
    const { names, expiresAt } = readCertificate(new CertificateFolder());
    expect(names).toBe('DNS:svc.test, IP Address:127.0.0.1');
    expect(expiresAt).toBeGreaterThan(Date.now());
  });

  test.each<[what: string, spoil: (files: CertificateFolder) => void, setting: string, reason: RegExp]>([
    [
      'a missing certificate',
      ({ certificate }) => rmSync(certificate),
      'Certificate',
      /there is no such file/,
    ],
    ['a missing key', ({ key }) => rmSync(key), 'Key', /there is no such file/],
    [
      'a certificate that is none',
      (files) => files.write({ certificate: 'x' }),
      'Certificate',
      /holds no PEM certificate/,
    ],
    ['a key that is none', (files) => files.write({ key: 'x' }), 'Key', /holds no PEM private key/],
    [
      'the key of another certificate',
      (files) => files.write({ key: files.authority.issue('other.test').key }),
      'Key',
      /is not the key of the first certificate in .*cert\.pem/,
    ],
    [
      'an encrypted key',
      (files) => files.write(files.authority.issue('svc.test', 'DNS:svc.test', 'hidden')),
      'Key',
      /is encrypted/,
    ],
  ])('%s is refused with the setting and the reason', (_what, spoil, setting, reason) => {
    const files = new CertificateFolder();
    spoil(files);
    const message = refusal(files);
    expect(message).toMatch(new RegExp(`^Server\\.Tls\\.${setting}: ${files.folder}/`));
    expect(message).toMatch(reason);
  });
});

/** A certificate that looks at its files often. */
function follow(files: { certificate: string; key: string }) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const followed = new ServerCertificate(files, { log, intervalMs: 20 });
  onTestFinished(() => followed.close());
  return { followed, logged };
}

describe('a changed certificate', () => {
  test('is used once both files are new, and its users are called', async () => {
    const files = new CertificateFolder();
    const { followed } = follow(files);
    const used: string[] = [];
    followed.onChange(({ fingerprint }) => used.push(fingerprint));
    const before = followed.current.fingerprint;
    files.issue('new.test');
    await eventually(() => followed.current.names.includes('new.test'));
    expect(used).toEqual([followed.current.fingerprint]);
    expect(used).not.toEqual([before]);
    expect(followed.state().refused).toBeUndefined();
  });

  test('is found behind a link that is replaced, as certbot and Kubernetes do', async () => {
    const files = new CertificateFolder();
    const [link, next] = [join(files.folder, 'live.pem'), join(files.folder, 'next.pem')];
    symlinkSync(files.certificate, link);
    const { followed } = follow({ certificate: link, key: files.key });
    const { certificate, key } = files.authority.issue('linked.test', 'DNS:linked.test');
    writeFileSync(join(files.folder, 'archive.pem'), certificate);
    writeFileSync(files.key, key);
    symlinkSync('archive.pem', next);
    renameSync(next, link);
    await eventually(() => followed.current.names === 'DNS:linked.test');
  });

  test('that cannot be used leaves the one before in use, is logged and reported, until a good one comes', async () => {
    const files = new CertificateFolder();
    const { followed, logged } = follow(files);
    const before = followed.current.fingerprint;
    files.write({ key: files.authority.issue('other.test').key });
    await eventually(() => followed.state().refused !== undefined);
    expect(followed.current.fingerprint).toBe(before);
    expect(followed.state().refused).toContain('is not the key of the first certificate');
    expect(logged.join()).toContain('TLS certificate not replaced; the one before stays in use');
    files.issue('good.test');
    await eventually(() => followed.current.names.includes('good.test'));
    expect(followed.state().refused).toBeUndefined();
  });
});
