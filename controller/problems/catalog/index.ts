import { callers } from './callers.js';
import { entities } from './entities.js';
import { installation } from './installation.js';
import type { ProblemKind, ProblemKinds } from './kind.js';
import { releases } from './releases.js';
import { requests } from './requests.js';
import { runs } from './runs.js';
import { services } from './services.js';
import { versions } from './versions.js';

const kinds = {
  ...callers,
  ...entities,
  ...installation,
  ...releases,
  ...requests,
  ...runs,
  ...services,
  ...versions,
};

export type ProblemCode = keyof typeof kinds;

/** Every problem that a caller can meet, by code. A test fails for codes that no source file uses. */
export const catalog = Object.fromEntries(
  Object.entries<ProblemKinds[string]>(kinds)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, title, retry = 'never', hint }]) => [code, { status, title, retry, hint }]),
) as Record<ProblemCode, ProblemKind>;
