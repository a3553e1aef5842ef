// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * What starts a flow by itself: times, requests of another system, or events.
 */
export type Trigger = {
  /**
   * What the file defines.
   */
  kind: 'trigger';
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
   * The name of the flow that starts.
   */
  flow: string;
  /**
   * The environment of the runs. Default: the one that the setting `Flows.Environment` names, or else the default environment of the branch.
   */
  environment?: string;
  /**
   * The parameters of the runs: any value, in which texts with `${ }` are jq over the occurrence. Of a schedule it has `time` (RFC 3339 in the time zone of the schedule) and `trigger`; of a webhook the request; of an event also `event`. Default: nothing for a schedule, the request for a webhook, and for an event what `event.read` says: its data, as it is, without a list around it.
   */
  input?: {
    [k: string]: unknown;
  };
  /**
   * Whether the trigger starts runs. An occurrence of a disabled trigger is recorded as skipped.
   */
  enabled?: boolean;
  /**
   * Times at which the flow starts: one of `cron`, `every` and `after`.
   */
  schedule?: {
    [k: string]: unknown;
  };
  /**
   * Starts the flow when a request comes to `POST /api/v1/{branch}/hooks/{path}`, which needs no API key.
   */
  webhook?: {
    /**
     * The last part of the address; one trigger of a branch has it.
     */
    path: string;
    /**
     * How a delivery proves who sent it. `{ scheme: none }` accepts deliveries of any sender.
     */
    signature:
      | {
          /**
           * The scheme of the sender; `hmac` for others that sign the body with a shared key.
           */
          scheme: 'standard-webhooks' | 'gitlab' | 'stripe' | 'slack';
          /**
           * The path of the secret that has the key of the signature.
           */
          secret: string;
          /**
           * The key in that secret.
           */
          key: string;
          /**
           * How old or how far ahead the time of a delivery may be, where the scheme signs a time. Default: five minutes.
           */
          tolerance?:
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
        }
      | {
          /**
           * The scheme of the sender; `hmac` for others that sign the body with a shared key.
           */
          scheme: 'github' | 'shopify' | 'basic';
          /**
           * The path of the secret that has the key of the signature.
           */
          secret: string;
          /**
           * The key in that secret.
           */
          key: string;
        }
      | {
          /**
           * The scheme of the sender; `hmac` for others that sign the body with a shared key.
           */
          scheme: 'hmac';
          /**
           * The path of the secret that has the key of the signature.
           */
          secret: string;
          /**
           * The key in that secret.
           */
          key: string;
          /**
           * The header with the signature.
           */
          header: string;
          /**
           * The hash function.
           */
          algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
          /**
           * How the signature is written.
           */
          encoding?: 'hex' | 'base64';
          /**
           * The text before the signature in the header.
           */
          prefix?: string;
          /**
           * The header with the time of the delivery, in seconds since 1970. The signed text is then the time, a dot and the body.
           */
          timestampHeader?: string;
          /**
           * How old or how far ahead the time of a delivery may be, where the scheme signs a time. Default: five minutes.
           */
          tolerance?:
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
        }
      | {
          /**
           * The scheme of the sender; `hmac` for others that sign the body with a shared key.
           */
          scheme: 'header';
          /**
           * The path of the secret that has the value.
           */
          secret: string;
          /**
           * The key in that secret.
           */
          key: string;
          /**
           * The header with the value, which flows do not see.
           */
          header: string;
        }
      | {
          /**
           * The scheme of the sender; `hmac` for others that sign the body with a shared key.
           */
          scheme: 'none';
        };
    /**
     * The answer to senders that check the address by a GET request before they deliver. Nothing starts.
     */
    verify?: {
      /**
       * The parameters that the check must have: a text, or a secret that both sides know.
       */
      query: {
        /**
         * A text, or `{ secret, key }`.
         */
        [k: string]:
          | string
          | {
              /**
               * The path of the secret.
               */
              secret: string;
              /**
               * The key in that secret.
               */
              key: string;
            };
      };
      /**
       * The body of the answer, with expressions over `query`: a text is sent as it is, any other value as JSON.
       */
      answer: {
        [k: string]: unknown;
      };
    };
    /**
     * The answer to the sender: 202 with the id of the run (`accepted`), or the output of the flow.
     */
    respond?: 'accepted' | 'output';
    /**
     * An expression over the request that gives the id of the delivery: a second delivery with the id starts nothing. Default: the delivery id of the scheme.
     */
    dedupe?: string;
  };
  /**
   * Starts the flow when an event comes that has the attributes of `with`; with `from`, when a message comes that has them.
   */
  event?: {
    [k: string]: unknown;
  };
} & {
  [k: string]: unknown;
};
