/** Characters of the id of a run. */
const idLength = 36;

/** Splits the id of an execution into its run and its key. */
export function splitTaskId(task: string): { run: string; key: string } {
  return { run: task.slice(0, idLength), key: task.slice(idLength) };
}

/** Returns the name of the task at a reference, or of an execution by its key: `getPet` for `/do/0/getPet#2`. */
export function getTaskName(reference: string | undefined): string {
  return (
    reference
      ?.split('/')
      .at(-1)
      ?.replace(/[@#~]\d+$/, '') ?? ''
  );
}
