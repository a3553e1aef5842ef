/** A parameter in the address of a channel. */
export const parameterPlace = /\{([A-Za-z0-9_-]+)\}/g;

/** Returns a pattern for the addresses that a name with `{parameters}` stands for; undefined for a name without any. */
export function addressPattern(name: string): RegExp | undefined {
  const parts = name.split(parameterPlace);
  if (parts.length === 1 || parts.length > 20) return undefined;
  const pattern = parts.map((part, at) =>
    at % 2 === 1 ? `(?<${part.replace(/\W/g, '_')}>[^/]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  try {
    return new RegExp(`^${pattern.join('')}$`);
  } catch {
    // Two parameters with one name.
    return undefined;
  }
}
