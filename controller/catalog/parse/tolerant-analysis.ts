import { type AnalysisLimits, createAnalyser } from './analyse.js';
import type { Analysis } from './analysis.js';
import type { KindDefinition } from './kind-definition.js';

/**
 * Returns a function that analyses a file in spite of its errors; it returns undefined when the file defines no entity, or
 * one that cannot be compiled.
 */
export function createTolerantAnalysis(
  kinds: readonly KindDefinition[],
  limits: AnalysisLimits,
): (path: string, text: string) => Analysis | undefined {
  const analyser = createAnalyser(kinds, limits, true);
  const compiled = new Set(kinds.filter(({ compile }) => compile !== undefined).map(({ kind }) => kind));
  return (path, text) => {
    try {
      const analysis = analyser.analyse(path, Buffer.from(text));
      const { identity, content } = analysis;
      if (!identity || !content) return undefined;
      if (compiled.has(identity.kind) && content.compiled === undefined) return undefined;
      return Object.keys(content.definition).length > 0 ? { ...analysis, text } : undefined;
    } catch {
      // A definition that a compiler cannot take at all.
      return undefined;
    }
  };
}
