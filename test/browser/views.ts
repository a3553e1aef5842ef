import type { View } from './browser.js';

const schemes = ['light', 'dark'] as const;

/**
 * Lists the widths and schemes in which pages are judged. A run of CI has each width once, and both schemes: which scheme a width
 * has is decided by the seed of the run, so that all pairs have their turn. Other runs, and those that take pictures, have all pairs.
 */
export function listViews(widths: readonly number[] = [360, 1024, 1440]): View[] {
  const { SVC_TEST_SEED: seed = '', SVC_SCREENSHOTS: pictures } = process.env;
  const hasAll = pictures !== undefined || !/^\d+$/.test(seed);
  return widths.flatMap((width, index) =>
    schemes
      .filter((_, at) => hasAll || (Number(seed) + index + at) % 2 === 0)
      .map((scheme) => ({ width, height: 900, scheme })),
  );
}
