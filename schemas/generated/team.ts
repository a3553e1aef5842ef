// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * People who work together, and what they may do.
 */
export interface Team {
  /**
   * What the file defines.
   */
  kind: 'team';
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
   * The users who belong to the team.
   */
  members: string[];
  /**
   * Whether members can do and see nothing but what grants give them. Otherwise their own role counts where no grant matches.
   */
  confined?: boolean;
  /**
   * What members may do. Where grants match, the highest of their roles counts in place of the member's own, be it more or less; administrators stay administrators.
   */
  grants?: {
    /**
     * What may be done: read; also run and cancel; also write; everything.
     */
    role: 'viewer' | 'operator' | 'editor' | 'admin';
    /**
     * What members who are no persons may do too: `complete-human-task` completes the human tasks of the flows, `approve` approves proposals and requests changes of them.
     *
     * @minItems 1
     */
    may?: ['complete-human-task' | 'approve', ...('complete-human-task' | 'approve')[]];
    /**
     * The types of entities. Without it, all that live in branches, and runs.
     *
     * @minItems 1
     */
    types?: [string, ...string[]];
    /**
     * The entities' names, `*` standing for any part. Without it, all.
     *
     * @minItems 1
     */
    names?: [string, ...string[]];
    /**
     * The branches, `*` standing for any part. Without it, all.
     *
     * @minItems 1
     */
    branches?: [string, ...string[]];
  }[];
}
