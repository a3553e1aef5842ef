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
   * The roles that may call actions which change something outside of a run, on production and other protected branches; higher roles may too. Production's version counts. Without it, administrators may. Agents never may. To write a row counts as such a call, and needs `editor` at least.
   *
   * @minItems 1
   */
  direct?: ['operator' | 'editor' | 'admin', ...('operator' | 'editor' | 'admin')[]];
  /**
   * The connector's settings; the connector says which. A credential is never written here, only where it is kept: `{ secret: <path>, key: <key> }`.
   */
  config?: {
    [k: string]: unknown;
  };
  /**
   * Calls of the connection at the same time, in one process and one environment; further ones wait in turns of the flows that call.
   */
  maxConcurrent?: number;
  /**
   * What of the server's messages this connection takes; the connector says which fields there are. Each message becomes an event of the branch, for triggers with `event.from` and for `listen`.
   */
  subscribe?: {
    [k: string]: unknown;
  };
}
