// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A key-value store for flows, called as `store/<name>.<action>`. The values live in the database.
 */
export interface Store {
  /**
   * What the file defines.
   */
  kind: 'store';
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
   * What values look like: a JSON Schema.
   */
  schema?:
    | {
        [k: string]: unknown;
      }
    | boolean;
  /**
   * How long after it was last written a value is kept. Without it, values stay.
   */
  ttl?:
    | {
        /**
         * How many days.
         */
        days?: number;
        /**
         * How many hours.
         */
        hours?: number;
        /**
         * How many minutes.
         */
        minutes?: number;
        /**
         * How many seconds.
         */
        seconds?: number;
        /**
         * How many milliseconds.
         */
        milliseconds?: number;
      }
    | string;
  /**
   * How many values are kept; the longest unwritten goes first.
   */
  maxEntries?: number;
}
