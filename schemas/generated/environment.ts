// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * Values that differ from one place of use to another: what flows see as variables, and how connections differ there.
 */
export interface Environment {
  /**
   * What the file defines.
   */
  kind: 'environment';
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
   * Whether runs that name no environment use this one; at most one environment of a branch says so.
   */
  default?: boolean;
  /**
   * Values by name, for expressions of flows. Not for credentials: those are secrets.
   */
  variables?: {
    /**
     * Any value.
     */
    [k: string]: {
      [k: string]: unknown;
    };
  };
  /**
   * What differs about connections here, by the connection's name.
   */
  connections?: {
    /**
     * Fields in place of those of the connection; what is not named stays.
     */
    [k: string]: {
      /**
       * Members to put in place of those of the connection's `config`, however deep.
       */
      config?: {
        [k: string]: unknown;
      };
    };
  };
  /**
   * A prefix under which secret paths are looked up first.
   */
  secrets?: string;
}
