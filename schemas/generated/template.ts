// Generated from the JSON Schemas by `npm run generate`. Do not edit.

/**
 * A text with places to fill in. Flows call it as `template/<name>`. Parameters go in as they are: in HTML, `{{ name | escape }}` keeps characters such as `<` and `&` from being markup.
 */
export interface Template {
  /**
   * What the file defines.
   */
  kind: 'template';
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
   * The template language.
   */
  engine?: 'liquid';
  /**
   * The text, with `{{ … }}` where parameters go in.
   */
  body: string;
  /**
   * What callers pass: a JSON Schema of an object. Parameters that are left out get their default.
   */
  parameters?:
    | {
        [k: string]: unknown;
      }
    | boolean;
}
