// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A note on another entity.
 */
export interface Annotation {
  /**
   * What the file defines.
   */
  kind: 'annotation';
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
   * The entity that the note is about.
   */
  target: {
    /**
     * The entity's type.
     */
    type: string;
    /**
     * The entity's name.
     */
    name: string;
  };
  /**
   * The note, in Markdown.
   */
  text: string;
  /**
   * Who wrote it.
   */
  author?: string;
}
