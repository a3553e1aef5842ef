/** The narrowest that a column becomes while others can still give. */
const narrowest = 8;

/** A column before it is fitted: the width of its longest text, and whether it may be shortened. */
interface Wish {
  width: number;
  isWhole: boolean;
}

/** Returns widths whose sum is at most `available`: the widest column gives first, one that is shown whole gives last. */
export function columnWidths(wishes: readonly Wish[], available: number): number[] {
  const widths = wishes.map(({ width }) => width);
  const shrink = (may: (at: number) => boolean) => {
    while (sum(widths) > available) {
      const at = widest(widths, may);
      if (at === undefined) return;
      widths[at] = (widths[at] ?? 0) - 1;
    }
  };
  shrink((at) => !wishes[at]?.isWhole && (widths[at] ?? 0) > narrowest);
  shrink((at) => !wishes[at]?.isWhole && (widths[at] ?? 0) > 1);
  shrink((at) => (widths[at] ?? 0) > 1);
  return widths;
}

function widest(widths: readonly number[], may: (at: number) => boolean): number | undefined {
  let best: number | undefined;
  for (const [at, width] of widths.entries()) {
    if (may(at) && (best === undefined || width > (widths[best] ?? 0))) best = at;
  }
  return best;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
