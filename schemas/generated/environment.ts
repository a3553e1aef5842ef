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
   * Branches besides production whose runs may use this environment and the secrets under its prefix. Only the production branch's version of this list counts. `*` stands for any characters within a segment, `**` also for slashes; `local` and `proposals/…` have to be written out. Everyone who can create a matching branch can use these secrets.
   *
   * @maxItems 100
   */
  branches?: string[];
  /**
   * A prefix of secret paths. Runs on production look there first, then at the path as written; runs on the branches of `branches` look there only. Not `platform`, where the secrets of the installation are.
   */
  secrets?: string;
  /**
   * Places that runs on the branches of `branches` may send secrets to, besides the addresses that the same connection has on production. A connection that is new on a branch, and a run that reads `$secrets`, reach nothing else. Only the production branch's version of this list counts. An origin stands for itself, `<host>:<port>` for any protocol at that port, a host for all of its ports; `*.` at the start stands for one name, as in certificates.
   *
   * @maxItems 100
   */
  hosts?: string[];
}
