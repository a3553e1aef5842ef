/** The parts of the package that the console uses; it comes without types. */
declare module 'markdown-it' {
  export interface Token {
    type: string;
    tag: string;
    /** 1 opens an element, -1 closes it, 0 stands alone. */
    nesting: -1 | 0 | 1;
    content: string;
    children: Token[] | null;
    hidden: boolean;
    attrGet(name: string): string | null;
  }

  export default class MarkdownIt {
    constructor(options: { html: boolean });
    disable(rule: string): this;
    parse(text: string, environment: object): Token[];
  }
}
