import { ScriptLexer } from './script-lexer.js';

interface NamedPart {
  name: string;
  offset: number;
}

/** A module that code names as a constant. */
interface NamedModule extends NamedPart {
  /** The exports that an import names. */
  names: readonly NamedPart[];
}

interface Declaration {
  start: number;
  end: number;
  /** The text in its place in the body of a function. */
  instead: string;
}

/** The parts of JavaScript that tell a module from the body of a function, and the names that it takes from outside. */
export interface ScriptScan {
  /** Imports and exports, in order. */
  declarations: readonly Declaration[];
  modules: readonly NamedModule[];
  /** Uses of the watched names, of those that the code itself does not define. */
  uses: readonly NamedPart[];
  /** Offsets of `await`. */
  awaits: readonly number[];
}

/** Scans code once. @param watched names without a value in scripts */
export function scanScript(code: string, watched: ReadonlySet<string> = new Set()): ScriptScan {
  return new Scanner(code, watched).scan();
}

/** Returns true for code with an import or export declaration. */
export function isModule(code: string): boolean {
  return /\b(?:im|ex)port\b/.test(code) && scanScript(code).declarations.length > 0;
}

const declaring = new Set(['const', 'let', 'var', 'function', 'class', 'async']);

class Scanner {
  private readonly lexer: ScriptLexer;
  private readonly declarations: Declaration[] = [];
  private readonly modules: NamedModule[] = [];
  private readonly required: NamedModule[] = [];
  private readonly awaits: number[] = [];
  private readonly uses: NamedPart[] = [];
  /** Names that the code uses in another way than calling them: it may define them. */
  private readonly defined = new Set<string>();
  /** Calls whose arguments are open, with the depth outside of them. */
  private readonly calls: (NamedPart & { depth: number })[] = [];

  constructor(
    private readonly code: string,
    private readonly watched: ReadonlySet<string>,
  ) {
    this.lexer = new ScriptLexer(code);
  }

  scan(): ScriptScan {
    const { lexer } = this;
    let isMember = false;
    let before = '';
    lexer.next();
    while (lexer.kind !== 'end') {
      const { kind, start, end, depth } = lexer;
      const text = kind === 'word' || kind === 'mark' ? lexer.text : '';
      lexer.next();
      if (kind === 'word' && !isMember) this.word(text, { start, end, depth, before });
      else if (text === ')') this.closed(depth);
      // `...` spreads a value, and a single dot reads a member of one.
      isMember = text === '.' && this.code[start - 1] !== '.';
      before = text;
    }
    const { declarations, awaits, defined } = this;
    const uses = this.uses.filter(({ name }) => !defined.has(name));
    const modules = [...this.modules, ...(defined.has('require') ? [] : this.required)];
    return { declarations, modules, awaits, uses };
  }

  /** Reads on behind a word; the lexer stands at the token after it. */
  private word(text: string, at: { start: number; end: number; depth: number; before: string }): void {
    const next = this.lexer.kind === 'mark' ? this.lexer.text : '';
    if (text === 'await') this.awaits.push(at.start);
    else if (text === 'import' && next === '(') this.loaded(this.modules);
    else if (text === 'require' && next === '(' && at.before !== 'function') this.loaded(this.required);
    else if (text === 'require') this.defined.add(text);
    else if (at.depth === 0 && text === 'import' && next !== '.') this.imported(at.start);
    else if (at.depth === 0 && text === 'export') this.exported(at);
    else if (this.watched.has(text)) this.used(text, at, next);
  }

  private used(
    name: string,
    { start, depth, before }: { start: number; depth: number; before: string },
    next: string,
  ) {
    const isUse = before === 'new' || (before !== 'function' && (next === '(' || next === '.'));
    if (!isUse) this.defined.add(name);
    this.uses.push({ name, offset: start });
    if (next === '(') this.calls.push({ name, offset: start, depth });
  }

  /** A block behind the arguments shows the definition of a method. */
  private closed(depth: number): void {
    const call = this.calls.at(-1);
    if (call === undefined || call.depth !== depth) return;
    this.calls.pop();
    if (this.lexer.kind === 'mark' && this.lexer.text === '{') this.defined.add(call.name);
  }

  /** Reads `("name"`. */
  private loaded(modules: NamedModule[]): void {
    const { lexer } = this;
    const isLoaded = lexer.next() && lexer.kind === 'text';
    if (!isLoaded) return;
    const [name, offset] = [lexer.text.slice(1, -1), lexer.start + 1];
    lexer.next();
    if (lexer.text === ')' || lexer.text === ',') modules.push({ name, offset, names: [] });
  }

  private imported(start: number): void {
    const { lexer } = this;
    const clause: NamedPart[] = [];
    while (isOfClause(lexer)) {
      clause.push({ name: lexer.text, offset: lexer.start });
      lexer.next();
    }
    if (lexer.kind !== 'text' || (clause.length > 0 && clause.at(-1)?.name !== 'from')) return;
    const names = namesIn(clause);
    this.modules.push({
      name: lexer.text.slice(1, -1),
      offset: lexer.start + 1,
      names,
    });
    this.declarations.push({ start, end: lexer.end, instead: '' });
    lexer.next();
  }

  private exported({ start, end }: { start: number; end: number }): void {
    const { lexer } = this;
    const { kind } = lexer;
    const text = kind === 'word' || kind === 'mark' ? lexer.text : '';
    if (declaring.has(text)) this.declarations.push({ start, end, instead: '' });
    else if (text === 'default') this.exportedDefault(start);
    else if (text === '{' || text === '*') this.exportedNames(start);
  }

  /** A value must be an expression, a function or class with a name is a declaration. */
  private exportedDefault(start: number): void {
    const { lexer } = this;
    const { end } = lexer;
    lexer.next();
    const isNamed = /^\s*(?:(?:async\s+)?function\b\s*\*?|class\b)\s*(?!extends\b)[\w$]/.test(
      this.code.slice(end, end + 200),
    );
    this.declarations.push({ start, end, instead: isNamed ? '' : 'void 0,' });
  }

  private exportedNames(start: number): void {
    const { lexer } = this;
    const clause: NamedPart[] = [];
    let end = lexer.end;
    while (isOfClause(lexer)) {
      clause.push({ name: lexer.text, offset: lexer.start });
      ({ end } = lexer);
      lexer.next();
      if (clause.at(-1)?.name === '}' && !(lexer.kind === 'word' && lexer.text === 'from')) break;
    }
    if (clause.at(-1)?.name === 'from' && lexer.kind === 'text') {
      const names = namesIn(clause);
      this.modules.push({ name: lexer.text.slice(1, -1), offset: lexer.start + 1, names });
      ({ end } = lexer);
      lexer.next();
    }
    this.declarations.push({ start, end, instead: '' });
  }
}

function isOfClause({ kind, text }: ScriptLexer): boolean {
  if (kind === 'word') return true;
  return kind === 'mark' && (text === '{' || text === '}' || text === ',' || text === '*');
}

/** The exports that a clause between `import` and `from` names; the default is one of every module. */
function namesIn(clause: readonly NamedPart[]): NamedPart[] {
  const brace = clause.findIndex(({ name }) => name === '{');
  const names = brace === -1 ? [] : clause.slice(brace + 1);
  return names.filter(({ name }, index) => {
    const before = names[index - 1]?.name ?? ',';
    return before === ',' && name !== '}' && name !== 'default' && name !== '*';
  });
}
