// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * Instructions for an agent: what to do in a certain case, and with which flows and tools.
 */
export interface Skill {
  /**
   * What the file defines.
   */
  kind: 'skill';
  /**
   * The name under which others refer to it; unique among its kind.
   */
  name: string;
  /**
   * A name for people.
   */
  title?: string;
  /**
   * When to use the skill: what an agent reads to choose among skills.
   */
  description: string;
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
   * What to do, step by step, in Markdown.
   */
  instructions: string;
  /**
   * Words to find it by.
   */
  tags?: string[];
  /**
   * The flows the skill uses.
   */
  flows?: string[];
  /**
   * The tools of this service that the skill may use.
   */
  tools?: string[];
}
