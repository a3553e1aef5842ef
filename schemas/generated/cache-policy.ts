// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * Which answers are kept and given again, and for how long.
 */
export interface CachePolicy {
  /**
   * What the file defines.
   */
  kind: 'cache-policy';
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
   * How long an answer is reused without another call.
   */
  ttl:
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
   * How long after that the old answer is still given while a new one is fetched.
   */
  staleWhileRevalidate?:
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
   * What tells two calls apart: a jq expression over the call's input. Without it, the whole input does.
   */
  key?: string;
  /**
   * The calls whose answers are kept.
   *
   * @minItems 1
   */
  appliesTo: [
    (
      | {
          /**
           * The connection's name.
           */
          connection: string;
          /**
           * The action; without it, all of the connection's actions.
           */
          action?: string;
        }
      | {
          /**
           * The flow's name.
           */
          flow: string;
        }
    ),
    ...(
      | {
          /**
           * The connection's name.
           */
          connection: string;
          /**
           * The action; without it, all of the connection's actions.
           */
          action?: string;
        }
      | {
          /**
           * The flow's name.
           */
          flow: string;
        }
    )[]
  ];
  /**
   * How many answers are kept; the longest unused goes first.
   */
  maxEntries?: number;
}
