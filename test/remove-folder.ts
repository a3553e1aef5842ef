import { rmSync } from 'node:fs';

/** Removes a folder with all it holds. It waits for programs that a killed process leaves behind, which write for a moment more. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
