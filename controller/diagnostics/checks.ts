import { accessSync, constants, statSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import type { AuditVerdict } from '../audit/contract.js';
import type { Storage } from '../storage/index.js';
import type { MasterKeyStatus } from '../vault/contract.js';
import type { Check, CheckOutcome } from './run-checks.js';

const mebibyte = 1024 * 1024;
/** Larger databases would hold up everything else while they are read through. */
const largestRead = 64 * mebibyte;

export function databaseCheck(storage: Storage, file: string): Check {
  return {
    name: 'database',
    async run() {
      const size = sizeOf(file);
      const wal = sizeOf(`${file}-wal`);
      const sizes = `${mebibytes(size)} and ${mebibytes(wal)} of write-ahead log`;
      if (size <= largestRead) {
        const found = await storage.integrity();
        if (found !== 'ok') {
          const hint = 'Stop the service and restore the newest backup; keep the file for a repair.';
          return { status: 'fail', detail: `The database is damaged: ${found}`, hint };
        }
      }
      const detail = size <= largestRead ? `Sound; ${sizes}` : `Answers; ${sizes}`;
      if (wal <= 256 * mebibyte) return { status: 'ok', detail };
      const hint =
        'Something holds the database open: end other programs that read it, or start the service again.';
      return { status: 'warn', detail, hint };
    },
  };
}

/** @param folders what svc writes to, by what they are for; those on one disk are told of once */
export function diskCheck(folders: Readonly<Record<string, string>>): Check {
  return {
    name: 'disk',
    async run() {
      const disks = new Map<string, { free: number; of: number; for: string[] }>();
      for (const [use, folder] of Object.entries(folders)) {
        const { bavail, bsize, blocks } = await statfs(folder);
        const disk = { free: bavail * bsize, of: blocks * bsize, for: [] };
        const { dev } = await stat(folder);
        disks.set(String(dev), disks.get(String(dev)) ?? disk);
        disks.get(String(dev))?.for.push(use);
      }
      const all = [...disks.values()].sort((a, b) => a.free - b.free);
      const detail = all
        .map((disk) => `${mebibytes(disk.free)} of ${mebibytes(disk.of)} free for ${disk.for.join(', ')}`)
        .join('; ');
      const [fullest] = all;
      if (!fullest || fullest.free >= 1024 * mebibyte) return { status: 'ok', detail };
      const hint = `Make room on the disk of ${fullest.for.join(', ')}: without it nothing can be written there.`;
      return { status: fullest.free < 100 * mebibyte ? 'fail' : 'warn', detail, hint };
    },
  };
}

/** @param newest when the newest thing in the database happened, ms since the epoch */
export function clockCheck(newest: () => Promise<number | undefined>): Check {
  return {
    name: 'clock',
    async run() {
      const ahead = ((await newest()) ?? 0) - Date.now();
      const hint = 'Set the clock of this machine by NTP: schedules, tokens and signatures rely on it.';
      if (ahead > 5_000) {
        return { status: 'fail', detail: `The database knows of something ${seconds(ahead)} from now`, hint };
      }
      const moved = Math.abs(performance.timeOrigin + performance.now() - Date.now());
      if (moved > 5_000) {
        return { status: 'warn', detail: `The clock was moved by ${seconds(moved)} since the start`, hint };
      }
      return { status: 'ok', detail: `It is ${new Date().toISOString()}` };
    },
  };
}

export function masterKeyCheck(status: () => MasterKeyStatus): Check {
  return {
    name: 'master-key',
    run() {
      const { keyId, rotating, own } = status();
      if (!rotating) return { status: 'ok', detail: `Everything is wrapped by the key ${keyId}` };
      const detail = `Data keys are being wrapped by the key ${keyId}`;
      const hint = own ? 'Wait for it to end.' : 'Keep `Secrets.PreviousMasterKey` until this is done.';
      return { status: 'warn', detail, hint };
    },
  };
}

export function auditCheck(verify: () => Promise<AuditVerdict>): Check {
  return {
    name: 'audit-log',
    async run() {
      const { ok, records, head, broken } = await verify();
      if (ok) return { status: 'ok', detail: `${records} records, the newest is ${head.seq}` };
      const detail = `Record ${broken?.seq} is not what was written: ${broken?.reason}`;
      return {
        status: 'fail',
        detail,
        hint: 'Somebody may have changed the database: compare the log with a copy of it. If only the master key is another, set `Secrets.PreviousMasterKey`.',
      };
    },
  };
}

export function overlayCheck(directory: string | undefined): Check {
  return {
    name: 'overlay',
    run(): CheckOutcome {
      if (directory === undefined) return { status: 'ok', detail: 'Not enabled' };
      const hint = 'Make the folder of `LocalOverlay.Directory`, or let this user read and write it.';
      if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
        return { status: 'fail', detail: `There is no folder ${directory}`, hint };
      }
      try {
        accessSync(directory, constants.R_OK | constants.W_OK);
      } catch {
        return { status: 'warn', detail: `${directory} cannot be read and written`, hint };
      }
      return { status: 'ok', detail: directory };
    },
  };
}

export interface QueueLoad {
  running: number;
  pending: number;
  /** ms that the run which waits longest has waited for a place. */
  lagMs: number;
}

export function queueCheck(load: () => QueueLoad, mostPending: number): Check {
  return {
    name: 'queue',
    run() {
      const { running, pending, lagMs } = load();
      const detail = `${running} runs under way, ${pending} waiting, the longest for ${seconds(lagMs)}`;
      const hint = 'Raise `Limits.ConcurrentRuns`, or see which flows start so many runs.';
      if (pending >= mostPending) return { status: 'fail', detail, hint };
      const isMuch = pending > mostPending * 0.8 || lagMs > 60_000;
      return isMuch ? { status: 'warn', detail, hint } : { status: 'ok', detail };
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function mebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)} MiB`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
