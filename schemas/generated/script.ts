// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * Code that flows run with `run: script`, as `svc:script/<name>`.
 */
export type Script = {
  /**
   * What the file defines.
   */
  kind: 'script';
  /**
   * The name under which others refer to it; unique among its kind.
   */
  name: string;
  /**
   * A name for people.
   */
  title?: string;
  /**
   * What it is for, in Markdown.
   */
  description?: string;
  /**
   * Words to find it by, as names and values.
   */
  labels?: {
    /**
     * The label's value.
     */
    [k: string]: string;
  };
  /**
   * What the code is written in. JavaScript runs in a sandbox; Python and shell run as processes, where those are allowed.
   */
  language: 'js' | 'python' | 'shell';
  /**
   * The code.
   */
  code?: string;
  /**
   * A file with the code, as a path from this file's folder.
   */
  file?: string;
  /**
   * What callers pass as arguments: a JSON Schema of an object. Arguments that are left out get their default.
   */
  parameters?:
    | {
        [k: string]: unknown;
      }
    | boolean;
} & {
  [k: string]: unknown;
};
