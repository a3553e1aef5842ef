// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A configured use of a connector: where the other side is and how to sign in there. Flows call `<connection>.<action>`.
 */
export interface Connection {
  /**
   * What the file defines.
   */
  kind: 'connection';
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
   * The connector that speaks to the other side.
   */
  connector: string;
  /**
   * The connector's settings; the connector says which. A credential is never written here, only where it is kept: `{ secret: <path>, key: <key> }`.
   */
  config?: {
    [k: string]: unknown;
  };
  /**
   * What of the server's messages this connection takes; the connector says which fields there are. Each message becomes an event of the branch, for triggers with `event.from` and for `listen`.
   */
  subscribe?: {
    [k: string]: unknown;
  };
}
