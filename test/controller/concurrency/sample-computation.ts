interface Sample {
  double?: number;
  forever?: boolean;
  memory?: boolean;
  fail?: string;
}

export function compute({ double = 0, forever, memory, fail }: Sample): number {
  if (fail !== undefined) throw new Error(fail);
  while (forever);
  const kept: number[][] = [];
  while (memory) kept.push(new Array<number>(100_000).fill(kept.length));
  return double * 2;
}
