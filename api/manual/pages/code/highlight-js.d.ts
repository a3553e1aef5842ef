// The package's own types bring those of browsers into all files of the project. So `imports` in `package.json` names the package,
// and these types of the parts that the manual uses.

/** Text that a pattern finds, or that begins and ends by patterns, with the parts that are told apart in it. */
export interface Mode {
  scope?: string;
  match?: RegExp;
  begin?: RegExp | string;
  end?: RegExp | string;
  keywords?: Readonly<Record<string, string>>;
  contains?: Mode[];
}

export interface Language extends Mode {
  name: string;
  contains: Mode[];
}

export type Grammar = (highlighter: Highlighter) => Language;

export interface Highlighter {
  /** Modes that many grammars share. */
  readonly BACKSLASH_ESCAPE: Mode;
  readonly HASH_COMMENT_MODE: Mode;
  readonly C_NUMBER_MODE: Mode;
  configure(options: { classPrefix: string }): void;
  registerLanguage(name: string, grammar: Grammar): void;
  getLanguage(name: string): Language | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
  newInstance(): Highlighter;
}

declare const highlighter: Highlighter;
export default highlighter;
