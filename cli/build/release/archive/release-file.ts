/** A file of a release. */
export interface ReleaseFile {
  /** From the top folder of the release, with forward slashes. */
  path: string;
  content: Buffer;
  isProgram?: boolean;
}

export function textFile(path: string, text: string): ReleaseFile {
  return { path, content: Buffer.from(text) };
}

export function jsonFile(path: string, value: unknown): ReleaseFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
