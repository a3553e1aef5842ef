// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A transformation of data with a jq expression. Flows call it as `mapping/<name>`.
 */
export interface Mapping {
  /**
   * What the file defines.
   */
  kind: 'mapping';
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
   * The jq expression that makes the output from the input.
   */
  expression: string;
  /**
   * What the input looks like: a JSON Schema.
   */
  input?:
    | {
        [k: string]: unknown;
      }
    | boolean;
  /**
   * What the output looks like: a JSON Schema.
   */
  output?:
    | {
        [k: string]: unknown;
      }
    | boolean;
  /**
   * Inputs and what must come of them; they are tried whenever the file is checked.
   */
  examples?: {
    /**
     * What the example shows.
     */
    name?: string;
    /**
     * The input.
     */
    input: {
      [k: string]: unknown;
    };
    /**
     * What must come of it.
     */
    output: {
      [k: string]: unknown;
    };
  }[];
}
