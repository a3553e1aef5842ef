import type { Check } from './run-checks.js';

export interface CertificateFacts {
  /** The names and addresses that it is for. */
  names: string;
  /** Ms since the epoch. */
  expiresAt: number;
  /** Why files that have changed since are not used. */
  refused: string | undefined;
}

const dayMs = 24 * 3_600_000;

/** The time before its end in which a certificate should have been renewed, in days. */
const renewalDays = 14;

/** Warns about a certificate that ends soon, and about a newer one that cannot be used. */
export function certificateCheck(read: () => CertificateFacts): Check {
  return {
    name: 'certificate',
    run() {
      const { names, expiresAt, refused } = read();
      const days = Math.floor((expiresAt - Date.now()) / dayMs);
      const until = new Date(expiresAt).toISOString();
      if (refused !== undefined) {
        const detail = `The files of the certificate changed and cannot be used: ${refused}. The certificate before is valid until ${until}`;
        const hint = 'Write a certificate and its key to the files of `Server.Tls`; no restart is needed.';
        return { status: expiresAt < Date.now() ? 'fail' : 'warn', detail, hint };
      }
      const hint = 'Renew it in the files of `Server.Tls`; no restart is needed.';
      if (days < 0)
        return { status: 'fail', detail: `The certificate for ${names} expired at ${until}`, hint };
      const detail = `The certificate for ${names} is valid until ${until}`;
      if (days < renewalDays)
        return { status: 'warn', detail: `${detail}: ${days} ${days === 1 ? 'day' : 'days'}`, hint };
      return { status: 'ok', detail };
    },
  };
}
