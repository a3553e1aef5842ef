// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A document for people and agents, in Markdown.
 */
export type Folio = {
  /**
   * What the file defines.
   */
  kind: 'folio';
  /**
   * The name under which others refer to it; unique among its kind.
   */
  name: string;
  /**
   * The document's title.
   */
  title: string;
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
   * Words to find it by.
   */
  tags?: string[];
  /**
   * The document, in Markdown.
   */
  body?: string;
  /**
   * A Markdown file with the document, as a path from this file's folder.
   */
  file?: string;
} & {
  [k: string]: unknown;
};
