interface Sample {
  double?: number;
  forever?: boolean;
  memory?: boolean;
  fail?: string;
  depth?: number;
  repeat?: number;
}

export function compute({ double = 0, forever, memory, fail, depth, repeat }: Sample): unknown {
  if (fail !== undefined) throw new Error(fail);
  while (forever);
  const kept: number[][] = [];
  while (memory) kept.push(new Array<number>(100_000).fill(kept.length));
  if (repeat !== undefined) return new Array<string>(repeat).fill('x'.repeat(100));
  if (depth === undefined) return double * 2;
  let result: unknown = null;
  for (let level = 0; level < depth; level++) result = [result];
  return result;
}
