import { accessSync, constants, statSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { type Hint, joinHints } from '../../problems/index.js';
import type { Check, CheckOutcome } from './run-checks.js';

const mebibyte = 1024 * 1024;
/** A larger database is not read through: that would delay all other work. */
const maxReadBytes = 64 * mebibyte;

export interface DatabaseCheckOptions {
  file: string;
  /** Reads the whole database; returns `ok` or what is wrong. */
  integrity(): Promise<string>;
  /** Returns the reason why nothing can be written. */
  refusal(): { message: string; hints: readonly Hint[] } | undefined;
}

export function databaseCheck({ file, integrity, refusal }: DatabaseCheckOptions): Check {
  return {
    name: 'database',
    async run() {
      const refused = refusal();
      if (refused) return { status: 'fail', detail: refused.message, hint: joinHints(refused.hints) };
      const size = measureFileSize(file);
      const wal = measureFileSize(`${file}-wal`);
      const integrityFault = size <= maxReadBytes ? await integrity() : undefined;
      if (integrityFault !== undefined && integrityFault !== 'ok') {
        const hint = 'Stop the service and restore the newest backup; keep the file for a repair.';
        return { status: 'fail', detail: `The database is damaged: ${integrityFault}`, hint };
      }
      const state = integrityFault === undefined ? 'Answers' : 'Sound';
      const detail = `${state}; ${mebibytes(size)} and ${mebibytes(wal)} of write-ahead log`;
      if (wal <= 256 * mebibyte) return { status: 'ok', detail };
      const hint =
        'Another program holds the database open: stop programs that read the file, or restart the service.';
      return { status: 'warn', detail, hint };
    },
  };
}

export interface DatabaseServerCheckOptions extends Pick<DatabaseCheckOptions, 'refusal'> {
  /** The address without a password. */
  place: string;
  state(): Promise<{ version: string; bytes: number; latencyMs: number }>;
}

/** Answers take at most this long, in ms, or each write of a run is slow. */
const maxAnswerMs = 50;

export function databaseServerCheck({ place, state, refusal }: DatabaseServerCheckOptions): Check {
  return {
    name: 'database',
    async run() {
      const refused = refusal();
      if (refused) return { status: 'fail', detail: refused.message, hint: joinHints(refused.hints) };
      const { version, bytes, latencyMs } = await state();
      const detail = `PostgreSQL ${version} at ${place}; ${mebibytes(bytes)}; answers in ${latencyMs.toFixed(1)} ms`;
      if (latencyMs <= maxAnswerMs) return { status: 'ok', detail };
      const hint = 'Run svc near the database server: each step of a run waits for its answer.';
      return { status: 'warn', detail, hint };
    },
  };
}

/** @param folders the folders that svc writes to, by their use; folders on one disk are reported together */
export function diskCheck(folders: Readonly<Record<string, string>>): Check {
  return {
    name: 'disk',
    async run() {
      const disks = new Map<number, { free: number; of: number; for: string[] }>();
      for (const [use, folder] of Object.entries(folders)) {
        const { bavail, bsize, blocks } = await statfs(folder);
        const { dev } = await stat(folder);
        const disk = disks.get(dev) ?? { free: bavail * bsize, of: blocks * bsize, for: [] };
        disks.set(dev, disk);
        disk.for.push(use);
      }
      const all = [...disks.values()].sort((a, b) => a.free - b.free);
      const detail = all
        .map((disk) => `${mebibytes(disk.free)} of ${mebibytes(disk.of)} free for ${disk.for.join(', ')}`)
        .join('; ');
      const [fullest] = all;
      if (!fullest || fullest.free >= 1024 * mebibyte) return { status: 'ok', detail };
      const hint = `Free space on the disk of ${fullest.for.join(', ')}: svc cannot write to a full disk.`;
      return { status: fullest.free < 100 * mebibyte ? 'fail' : 'warn', detail, hint };
    },
  };
}

/** @param newest returns the time of the newest record in the database, ms since the epoch */
export function clockCheck(newest: () => Promise<number | undefined>): Check {
  return {
    name: 'clock',
    async run() {
      const ahead = ((await newest()) ?? 0) - Date.now();
      const hint = 'Set the clock of this machine by NTP: schedules, tokens and signatures rely on it.';
      if (ahead > 5_000) {
        return { status: 'fail', detail: `The newest record is ${seconds(ahead)} in the future`, hint };
      }
      const moved = Math.abs(performance.timeOrigin + performance.now() - Date.now());
      if (moved > 5_000) {
        return { status: 'warn', detail: `The clock was moved by ${seconds(moved)} since the start`, hint };
      }
      return { status: 'ok', detail: `It is ${new Date().toISOString()}` };
    },
  };
}

export function overlayCheck(directory: string | undefined): Check {
  return {
    name: 'overlay',
    run(): CheckOutcome {
      if (directory === undefined) return { status: 'ok', detail: 'Not enabled' };
      const hint = 'Create the folder of `LocalOverlay.Directory`, or let this user read and write it.';
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
  /** For each branch of which runs wait for a place, how long the first of them has; ms. */
  lags: readonly { readonly branch: string; readonly ms: number }[];
}

/** The time that runs may wait for a place, in ms. */
const maxLagMs = 5_000;

export function queueCheck(load: () => QueueLoad, maxPending: number): Check {
  return {
    name: 'queue',
    run() {
      const { running, pending, lags } = load();
      const [first] = lags.toSorted((a, b) => b.ms - a.ms);
      const wait = first ? `; those of branch \`${first.branch}\` wait for up to ${seconds(first.ms)}` : '';
      const detail = `${running} runs running, ${pending} pending${wait}`;
      const hint =
        'Find the flows that start so many runs or wait so long, raise `Limits.ConcurrentRuns`, or change `Limits.Shares`.';
      if (pending >= maxPending) return { status: 'fail', detail, hint };
      const isMuch = pending > maxPending * 0.8 || (first !== undefined && first.ms > maxLagMs);
      return isMuch ? { status: 'warn', detail, hint } : { status: 'ok', detail };
    },
  };
}

function measureFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function mebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)} MiB`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Warns while what a restore brought from another installation rests. */
export function quarantineCheck(state: () => { since: string; backup: string } | undefined): Check {
  return {
    name: 'quarantine',
    run() {
      const active = state();
      if (!active) return { status: 'ok', detail: 'Schedules, subscriptions and deliveries are on' };
      const detail = `Schedules, subscriptions and deliveries are off since ${active.since}, when the backup \`${active.backup}\` of another installation was restored`;
      const hint = {
        text: 'Make sure that the other installation is stopped, then end the quarantine with {call}.',
        operation: 'end-quarantine',
      };
      return { status: 'warn', detail, hint };
    },
  };
}
