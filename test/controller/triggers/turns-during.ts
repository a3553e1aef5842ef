/** Counts the turns that others had on the event loop meanwhile: work that takes all its time in one stretch leaves one or two. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const take = (): void => {
    turns++;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  await work();
  isDone = true;
  return turns;
}
