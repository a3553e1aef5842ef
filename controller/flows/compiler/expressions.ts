import type { Json } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import {
  assignmentAsCondition,
  compile,
  ExpressionSyntaxError,
  type Program,
  pathsRead,
  severalResults,
  suspicions,
} from '../../expressions/index.js';
import { isOfValidDefinition, withoutInspection } from '../../json-schema/index.js';
import {
  backQuotes,
  bareExpression,
  bracesAround,
  bracesInText,
  doubledBraces,
  type ExpressionMistake,
} from '../data/expression-mistakes.js';
import { foreignSyntax } from '../data/foreign-syntax.js';
import { foreignValueHint, variableHint } from '../data/foreign-variables.js';
import { getKind } from '../data/values.js';
import { FlowError, taskError } from '../plan/errors.js';
import type { Evaluator } from '../plan/node.js';
import {
  arrayTemplate,
  constant,
  evaluated,
  interpolation,
  joined,
  objectTemplate,
  type Part,
  type Template,
} from '../plan/template.js';
import { type DocumentContext, deepest } from './document.js';
import { evaluator, type InputRead, type Position, variablePlaces, variablesAt } from './evaluator.js';
import { findUnknownInputReads } from './input-reads.js';

/** The variables that the expressions compiled so far use. */
export interface Uses {
  secrets: boolean;
  task: boolean;
  authorization: boolean;
}

/** Compiles the expressions of one task, or of the flow itself. */
export class ExpressionCompiler {
  constructor(
    readonly document: DocumentContext,
    /** Pointer of the task; labels are relative to it. */
    private readonly base: string,
    readonly locals: readonly string[],
    readonly uses: Uses = { secrets: false, task: false, authorization: false },
  ) {}

  withLocals(locals: readonly string[]): ExpressionCompiler {
    return new ExpressionCompiler(this.document, this.base, [...this.locals, ...locals], this.uses);
  }

  /** Compiles a string that is one expression, with or without `${ }`; one that does not compile is reported, and faults. */
  expression(value: Json | undefined, pointer: string, position: Position): Evaluator | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string') {
      return this.document.fault(pointer, `an expression is a string, not ${getKind(value)}`);
    }
    const match = value.trimStart().startsWith('${') ? interpolation(value) : undefined;
    if (match?.whole !== true) return this.#compile(value, 0, pointer, position);
    const part = match.parts.find((each) => each.kind === 'expression');
    return part && this.#compile(part.source, part.offset, pointer, position);
  }

  /** Compiles an expression whose result decides something. */
  condition(value: Json | undefined, pointer: string, position: Position): Evaluator | undefined {
    const evaluate = this.expression(value, pointer, position);
    if (evaluate === undefined || typeof value !== 'string' || isOfValidDefinition()) return evaluate;
    const part = interpolation(value).parts.find((each) => each.kind === 'expression');
    const isWrapped = part !== undefined && value.trimStart().startsWith('${');
    const source = isWrapped ? part.source : value;
    const at = assignmentAsCondition(source);
    if (at === undefined) return evaluate;
    this.document.report({
      rule: 'condition-assignment',
      severity: 'warning',
      pointer,
      offset: at + (isWrapped ? part.offset : 0),
      message: 'the condition always holds: `=` assigns a value',
      hint: 'Write `==` to compare.',
    });
    return evaluate;
  }

  /** Compiles any value; strings in it that contain `${ }` are expressions. */
  template(value: Json, pointer: string, position: Position, depth = 0): Template {
    if (typeof value === 'string') return this.#text(value, pointer, position);
    if (value === null || typeof value !== 'object') return constant(value);
    if (depth > deepest) {
      this.document.fault(pointer, `is nested deeper than ${deepest} levels`);
      return constant(null);
    }
    if (Array.isArray(value)) {
      const items = value.map((item, index) =>
        this.template(item, pointerTo(pointer, index), position, depth + 1),
      );
      return arrayTemplate(items, value);
    }
    const members = Object.entries(value).map(([name, each]): [string, Template] => [
      name,
      this.template(each, pointerTo(pointer, name), position, depth + 1),
    ]);
    return objectTemplate(members, value);
  }

  /** Splits a string into texts and expressions. */
  parts(value: string, pointer: string, position: Position): (Template & { kind: Part['kind'] })[] {
    const match = interpolation(value);
    if (match.unclosed !== undefined) {
      // The last brace was meant to close the expression: something in it is open.
      const last = value.lastIndexOf('}');
      const inner = value.slice(match.unclosed + 2, last);
      const before = this.document.findings.length;
      if (last > match.unclosed) {
        const evaluator = this.#compile(inner, match.unclosed + 2, pointer, position);
        if (this.document.findings.length > before) return [{ ...evaluated(evaluator), kind: 'expression' }];
      }
      const message = '`${` is never closed';
      const hint = 'Close it with `}`; a `}` in a string or a comment of the expression does not count.';
      this.document.report({ rule: 'jq-syntax', pointer, offset: match.unclosed, message, hint });
      return [{ ...evaluated(faulting(pointer, message)), kind: 'expression' }];
    }
    return match.parts.map((part) => {
      if (part.kind === 'text') return { ...constant(part.text), kind: part.kind };
      return { ...evaluated(this.#compile(part.source, part.offset, pointer, position)), kind: part.kind };
    });
  }

  #text(value: string, pointer: string, position: Position): Template {
    if (!value.includes('${')) {
      if (this.document.loose) return this.#loose(value, pointer, position);
      this.#reportMistake(
        'expression-bare',
        pointer,
        bareExpression(value, this.#variables(position), pointer),
      );
      this.#reportMistake('expression-braces', pointer, bracesInText(value));
      return constant(value);
    }
    const parts = this.parts(value, pointer, position);
    const match = interpolation(value);
    for (const part of match.parts) {
      if (part.kind === 'text')
        this.#reportMistake('expression-braces', pointer, bracesInText(part.text), part.offset);
    }
    this.#reportMistake('expression-braces', pointer, backQuotes(value));
    const expression = parts.find((part) => part.kind === 'expression');
    return match.whole && expression ? expression : joined(parts);
  }

  /** Warns of a likely slip in a text that begins at `start` of the string at `pointer`. */
  #reportMistake(
    rule: 'expression-bare' | 'expression-braces',
    pointer: string,
    reportMistake: ExpressionMistake | undefined,
    start = 0,
  ): void {
    if (reportMistake === undefined) return;
    this.document.report({
      rule,
      severity: 'warning',
      pointer,
      ...reportMistake,
      offset: start + reportMistake.offset,
    });
  }

  /** Compiles a string of loose mode: an expression if it can be evaluated, otherwise its own text. */
  #loose(value: string, pointer: string, position: Position): Template {
    let program: Program;
    try {
      program = compile(value, { variables: this.#variables(position) });
    } catch {
      return constant(value);
    }
    const evaluate = this.#evaluator(program, pointer);
    const asWritten = (error: unknown): Json => {
      if (error instanceof FlowError) return value;
      throw error;
    };
    return evaluated((input, scope) => {
      try {
        const result = evaluate(input, scope);
        return result instanceof Promise ? result.catch(asWritten) : result;
      } catch (error) {
        return asWritten(error);
      }
    });
  }

  /**
   * Compiles an expression: of a definition that was found valid before, when it is evaluated first. A flow may have 10,000
   * expressions, of which each takes 20 µs, and a run often evaluates few.
   */
  #compile(source: string, start: number, pointer: string, position: Position): Evaluator {
    const compileNow = () => this.#compileNow(source, start, pointer, position);
    return isOfValidDefinition() && !readsNoted.test(source) ? atFirstUse(compileNow) : compileNow();
  }

  #compileNow(source: string, start: number, pointer: string, position: Position): Evaluator {
    const variables = this.#variables(position);
    try {
      const program = compile(source, { variables });
      if (!isOfValidDefinition()) {
        if (start > 0) this.#reportMistake('expression-braces', pointer, doubledBraces(source), start);
        this.#noteReads(program, source, start, pointer);
        if (this.document.emissions.size > 0)
          this.document.inputReads.push(...getInputReads(program, source, start, pointer, position));
        this.#suspect(source, start, pointer);
      }
      // The offset distinguishes several expressions in one string.
      return this.#evaluator(program, pointer, start);
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error;
      const braces = bracesAround(source, variables);
      if (braces) {
        const offset = start + braces.offset;
        this.document.report({ rule: 'expression-braces', pointer, ...braces, offset });
        return faulting(pointer, braces.message);
      }
      const { message } = error;
      const hint =
        this.#foreign(source, error) ?? this.#hint(error, variables) ?? foreignSyntax(source, error.offset);
      const finding = { rule: 'jq-syntax', pointer, offset: start + error.offset, message } as const;
      this.document.report(hint === undefined ? finding : { ...finding, hint });
      return faulting(pointer, message);
    }
  }

  #suspect(source: string, start: number, pointer: string): void {
    for (const { offset, fails, ...said } of suspicions(source)) {
      const severity = fails ? 'error' : 'warning';
      this.document.report({ rule: 'jq-syntax', severity, pointer, offset: start + offset, ...said });
    }
    for (const { offset, ...said } of findUnknownInputReads(this.document.definition, source, pointer))
      this.document.report({
        rule: 'input-field-unknown',
        severity: 'warning',
        pointer,
        offset: start + offset,
        ...said,
      });
    const several = severalResults(source);
    if (several)
      this.document.report({
        rule: 'several-results',
        pointer,
        ...several,
        offset: start + several.offset,
      });
  }

  /** Reports the secrets that an expression names and `use.secrets` does not; notes the variables of the environment. */
  #noteReads({ variables }: Program, source: string, start: number, pointer: string): void {
    const getReads = (variable: string) =>
      variables.includes(variable) && !this.locals.includes(variable) ? pathsRead(source, variable) : [];
    for (const { names, offset } of getReads('secrets')) {
      this.document.usesSecret(names[0] ?? '', pointer, start + offset);
    }
    for (const { names, last, isExpected } of getReads('runtime')) {
      const [metadata, environment, variables, name] = names;
      if (`${metadata}.${environment}.${variables}` !== 'metadata.environment.variables') continue;
      if (name === undefined || names.length > 4 || isExpected) continue;
      const place = { offset: start + last.start, end: start + last.end };
      this.document.note({ value: { variable: name }, pointer, ...place });
    }
  }

  #variables(position: Position): string[] {
    return [...new Set([...variablesAt[position], ...this.locals])];
  }

  #evaluator(program: Program, pointer: string, offset = 0): Evaluator {
    for (const name of program.variables) {
      if (name === 'secrets') this.uses.secrets = true;
      if (name === 'task') this.uses.task = true;
      if (name === 'authorization') this.uses.authorization = true;
    }
    const label = pointer.startsWith(`${this.base}/`) ? pointer.slice(this.base.length) : pointer;
    return evaluator(program, this.locals, label, offset);
  }

  /** The hint for a value of another engine at the place of the error, or for the call around it. */
  #foreign(source: string, { offset }: ExpressionSyntaxError): string | undefined {
    const call = /[a-zA-Z]+\(\s*$/.exec(source.slice(Math.max(0, offset - 20), offset))?.[0];
    const isPath = /^[$\w]+\s*[.[(]/.test(source.slice(offset, offset + 100));
    return (isPath ? foreignValueHint(source.slice(offset)) : undefined) ?? (call && foreignValueHint(call));
  }

  #hint(error: ExpressionSyntaxError, variables: readonly string[]): string | undefined {
    const name = /^`?\$(\w+)/.exec(error.message)?.[1];
    if (name !== undefined && !variables.includes(name)) {
      const place = Object.hasOwn(variablePlaces, name) ? variablePlaces[name] : undefined;
      if (place !== undefined) return `\`$${name}\` can be used ${place}.`;
      const close = nearest(name, variables);
      const isOneTypo =
        close?.length === name.length || close?.startsWith(name) || name.startsWith(close ?? ' ');
      const hint = variableHint(name, this.document.taskNames, this.locals);
      if (close !== undefined && (hint === undefined || (isOneTypo && this.locals.includes(close))))
        return `Did you mean \`$${close}\`?`;
      if (hint !== undefined) return hint;
      const listed = variables.map((each) => `\`$${each}\``).join(', ');
      return `Known here: ${listed}.`;
    }
    return error.hint;
  }
}

/** Returns the members that an expression reads of the input of its task, or of the output in `output.as`. */
function getInputReads(
  { variables }: Program,
  source: string,
  start: number,
  pointer: string,
  position: Position,
): InputRead[] {
  const variable = variables.includes('input') ? pathsRead(source, 'input') : [];
  const places = [
    { of: '.', reads: pathsRead(source, '.') },
    { of: '$input', reads: variable },
  ] as const;
  return places.flatMap(({ of, reads }) =>
    reads
      .filter(({ isExpected }) => !isExpected)
      .map(({ names, last }) => ({
        of,
        name: names[0] ?? '',
        pointer,
        position,
        offset: start + last.start,
      })),
  );
}

/** Variables whose use a plan has to know. */
const readsNoted = /\$(?:secrets|task|authorization)/;

function atFirstUse(create: () => Evaluator): Evaluator {
  let evaluate: Evaluator | undefined;
  return (input, scope) => {
    evaluate ??= withoutInspection(create);
    return evaluate(input, scope);
  };
}

/** Stands for an expression that does not compile, in a flow that an upgrade keeps in service. */
function faulting(pointer: string, message: string): Evaluator {
  return (_, scope) => {
    throw taskError('expression', scope, `\`${pointer}\`: ${message}`);
  };
}
