/** A measured property of the source tree. */
export interface Figure {
  name: string;
  value: number;
  /** The most that `npm run check` accepts; without it the figure is for readers to judge. */
  limit?: number;
  /** Places that add to the value, the worst first. A line may start with the path of a file. */
  offenders: readonly string[];
}
