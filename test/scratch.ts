import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder } from './remove-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what several files of tests share; it is removed when all tests have ended. */
    scratch: string;
  }
}

/** Runs before all tests. */
export default function makeScratch({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tests-'));
  provide('scratch', folder);
  return () => removeFolder(folder);
}
