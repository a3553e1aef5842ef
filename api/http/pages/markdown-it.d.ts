// The package has no types of its own; these are the parts that the manual uses.
declare module 'markdown-it' {
  export interface Token {
    readonly type: string;
    readonly content: string;
    /** The parts of a line of text; null for all other tokens. */
    readonly children: readonly Token[] | null;
    /** The language of a block of code; empty without one. */
    readonly info: string;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export interface Renderer {
    rules: Record<
      string,
      | ((tokens: Token[], index: number, options: object, env: object, renderer: Renderer) => string)
      | undefined
    >;
    renderToken(tokens: Token[], index: number, options: object): string;
  }

  export default class MarkdownIt {
    constructor(options: { html: boolean; highlight?: (text: string, language: string) => string });
    readonly renderer: Renderer;
    disable(rule: string): this;
    parse(text: string, env: object): Token[];
    render(text: string, env: object): string;
    renderInline(text: string, env: object): string;
  }
}
