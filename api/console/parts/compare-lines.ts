/** Lines of each side that are compared; beyond, all lines count as changed. */
const maxLines = 400;
const context = 2;

type Edit = { sign: ' ' | '-' | '+'; line: string };

/** Compares two texts line by line. Returns a patch without headers; empty for equal texts. */
export function compareLines(before: string, after: string): string {
  if (before === after) return '';
  const edits = findEdits(toLines(before), toLines(after));
  const isNear = edits.map((_edit, index) =>
    edits.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== ' '),
  );
  return edits
    .flatMap(({ sign, line }, index) => {
      if (isNear[index]) return [sign + line];
      return isNear[index - 1] ? ['@@'] : [];
    })
    .join('\n')
    .replace(/\n@@$/, '');
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** The shortest way from one list of lines to another, by the longest common subsequence. */
function findEdits(before: readonly string[], after: readonly string[]): Edit[] {
  if (before.length > maxLines || after.length > maxLines) return replaceAll(before, after);
  const lengths = measureCommon(before, after);
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]];
    if (old !== undefined && old === next) {
      edits.push({ sign: ' ', line: old });
      row++;
      column++;
    } else if (old !== undefined && (next === undefined || at(row + 1, column) >= at(row, column + 1))) {
      edits.push({ sign: '-', line: old });
      row++;
    } else {
      edits.push({ sign: '+', line: next ?? '' });
      column++;
    }
  }
  return edits;
}

/** The length of the longest common subsequence of the rests from each pair of lines. */
function measureCommon(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const below = lengths[row + 1] as number[];
      const length =
        before[row] === after[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, lengths[row]?.[column + 1] ?? 0);
      (lengths[row] as number[])[column] = length;
    }
  }
  return lengths;
}

function replaceAll(before: readonly string[], after: readonly string[]): Edit[] {
  return [
    ...before.map((line): Edit => ({ sign: '-', line })),
    ...after.map((line): Edit => ({ sign: '+', line })),
  ];
}
