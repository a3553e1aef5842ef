export interface TreeEvents {
  /** Called at once with each sign of a change: the whole path; undefined when it may be anywhere. */
  onSign(path: string | undefined): void;
  /** Called when a folder has come in which things may have happened that made no sign. */
  onBlindSpot(): void;
}

/**
 * Signs from a folder and all that is below it, but for folders that hold no entities. It watches the folder as it stands;
 * when another takes its place, that has to be watched anew.
 */
export interface TreeWatch {
  /** Resolves when all changes from now on are seen. */
  readonly ready: Promise<void>;
  close(): void;
}
