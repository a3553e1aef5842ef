import { untilAborted, within } from '../../concurrency/signals.js';
import type { Hint } from '../../problems/index.js';
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

interface ProviderAnswer {
  detail: string;
  hint?: Hint | undefined;
  isAway: boolean;
}

/** A provider of secrets. */
export interface ProviderState {
  prefix: string;
  /** The place of the secrets. */
  location: string;
  /** Stored secrets under the prefix, which are not used. */
  hidden(): Promise<number>;
  /** Asks the provider, without reading a value. */
  ask(signal: AbortSignal): Promise<ProviderAnswer>;
}

/** The time for one answer: less than that of a check, so that the reason is reported. */
const answerMs = 2_500;

export function secretProviderCheck({ prefix, location, hidden, ask }: ProviderState): Check {
  const late = (error: Error): ProviderAnswer => {
    if (error.name !== 'TimeoutError') throw error;
    return { isAway: true, detail: `There was ${error.message} from ${location}` };
  };
  return {
    name: `secret-provider:${prefix}`,
    async run() {
      const [
        { detail, isAway, hint = `Check that svc can reach ${location}, and that it is ready.` },
        count,
      ] = await Promise.all([
        within(answerMs, undefined, (signal) => untilAborted(ask(signal), signal)).catch(late),
        hidden(),
      ]);
      if (isAway) return { status: 'warn', detail, hint };
      if (count === 0) return { status: 'ok', detail };
      return {
        status: 'warn',
        detail: `${detail}. ${count} stored ${count === 1 ? 'secret' : 'secrets'} under the same prefix cannot be used`,
        hint: `Delete the stored secrets under \`${prefix}\`, or choose another prefix under \`Secrets.Providers\`.`,
      };
    },
  };
}
