/** The names of both lists, once each: in the order of the first, those of the second alone behind what they follow there. */
export function interleave(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first);
  const followers = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const name of second) {
    if (known.has(name)) {
      previous = name;
      continue;
    }
    const row = followers.get(previous);
    if (row) row.push(name);
    else followers.set(previous, [name]);
  }
  return [undefined, ...first].flatMap((name) => [
    ...(name === undefined ? [] : [name]),
    ...(followers.get(name) ?? []),
  ]);
}
