import type { Check } from './run-checks.js';

export interface MasterKeyState {
  keyId: string;
  /** True while data keys are still wrapped by an older master key. */
  rotating: boolean;
  /** True when svc made the master key itself. */
  own: boolean;
}

export function masterKeyCheck(state: () => MasterKeyState): Check {
  return {
    name: 'master-key',
    run() {
      const { keyId, rotating, own } = state();
      if (!rotating) return { status: 'ok', detail: `All data keys are wrapped by the key ${keyId}` };
      const detail = `Data keys are being wrapped by the key ${keyId}`;
      const hint = own
        ? 'Wait until the rotation ends.'
        : 'Keep `Secrets.PreviousMasterKey` until the rotation ends.';
      return { status: 'warn', detail, hint };
    },
  };
}

export interface AuditState {
  ok: boolean;
  records: number;
  head: { seq: number };
  broken?: { seq: number; reason: string } | undefined;
}

/** @param verify recomputes the chain of hashes */
export function auditCheck(verify: () => Promise<AuditState>): Check {
  return {
    name: 'audit-log',
    async run() {
      const { ok, records, head, broken } = await verify();
      if (ok) return { status: 'ok', detail: `${records} records, the newest is ${head.seq}` };
      return {
        status: 'fail',
        detail: `Record ${broken?.seq} differs from what was written: ${broken?.reason}`,
        hint: 'The database may have been changed from outside: compare the log with a copy of it. If only the master key is another, set `Secrets.PreviousMasterKey`.',
      };
    },
  };
}
