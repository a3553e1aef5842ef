import type { Io } from '../../contract/io.js';

const barWidth = 30;
const showEveryMs = 100;

/** The progress of a download. */
export interface Progress {
  /** @param bytes that are present */
  show(bytes: number): void;
  /** Removes the bar. */
  end(): void;
}

/** Shows a progress bar on a terminal; other streams get nothing. @param length bytes in all */
export function progressBar({ stderr }: Io, name: string, length: number): Progress {
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let shownAt = 0;
  return {
    show(bytes) {
      const now = performance.now();
      if (now - shownAt < showEveryMs && bytes < length) return;
      shownAt = now;
      const part = length === 0 ? 1 : Math.min(bytes / length, 1);
      const full = Math.round(part * barWidth);
      const bar = '#'.repeat(full) + '-'.repeat(barWidth - full);
      const percent = `${Math.floor(part * 100)}%`.padStart(4);
      stderr.write(`\r${name}  [${bar}] ${percent} of ${(length / 1_000_000).toFixed(1)} MB`);
    },
    end() {
      if (shownAt > 0) stderr.write('\r\u001B[K');
    },
  };
}
