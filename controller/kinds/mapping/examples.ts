import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { compile, ExpressionError, type Program, type Usage } from '../../expressions/index.js';
import { type Accepted, SchemaCheck } from '../../json-schema/index.js';
import { type CompileFinding, TransformError } from '../compile/compilation.js';
import { refuse } from '../compile/embedded-schema.js';

/** Longer values are cut in a finding's message. */
const shownLength = 200;

/** The steps of checking the inputs and outputs of all examples by their schemas, at most: about 100 ms. */
const maxCheckSteps = 1_000_000;

/**
 * Runs the examples of a mapping that was compiled without errors. All of them together have the budget that one evaluation
 * of an expression has, counted in steps, so that a mapping is valid on each machine or on none.
 */
export function checkExamples(definition: JsonObject): CompileFinding[] {
  const examples = Array.isArray(definition['examples']) ? definition['examples'] : [];
  if (examples.length === 0) return [];
  const trial = new MappingTrial(definition);
  const findings: CompileFinding[] = [];
  for (const [index, example] of examples.entries()) {
    if (!isObject(example) || !Object.hasOwn(example, 'input') || !Object.hasOwn(example, 'output')) continue;
    const finding = trial.run(example['input'] ?? null, example['output'] ?? null, index);
    if (finding) findings.push(finding);
    if (finding?.rule === 'example-too-slow') break;
  }
  return findings;
}

/** Runs examples of one mapping within one budget. */
class MappingTrial {
  readonly #program: Program;
  readonly #input: SchemaCheck | undefined;
  readonly #output: SchemaCheck | undefined;
  readonly #usage: Usage = { steps: 0, bytes: 0, matching: 0 };
  #checkStepsLeft = maxCheckSteps;

  constructor({ expression, input, output }: JsonObject) {
    this.#program = compile(String(expression ?? ''));
    this.#input = schemaCheck(input);
    this.#output = schemaCheck(output);
  }

  /** Returns the finding about an example that gives another output, or takes too much computing. */
  run(input: Json, expected: Json, index: number): CompileFinding | undefined {
    const at = `/examples/${index}`;
    const isFirst = this.#usage.steps + this.#usage.matching === 0;
    try {
      return differing(this.#apply(input), expected, (value) => this.#completed(value), at);
    } catch (error) {
      if (error instanceof TransformError) return failed(error, expected, at);
      if (error instanceof TooCostly) return tooManyChecks(at, error.side);
      if (!(error instanceof ExpressionError)) throw error;
      if (error.kind === 'budget') return tooManySteps(at, isFirst, error);
      return failed(new TransformError('expression', error.message), expected, at);
    }
  }

  /** @throws TransformError, TooCostly, ExpressionError */
  #apply(value: Json): Json {
    const input = this.#accept(this.#input, value, 'input');
    refuse(input.findings, 'input');
    const result = this.#program.only(input.value, undefined, this.#usage) ?? null;
    const output = this.#accept(this.#output, result, 'output');
    refuse(output.findings, 'output');
    return output.value;
  }

  /** Returns an output with the defaults of its schema. @throws TooCostly */
  #completed(output: Json): Json {
    return this.#accept(this.#output, output, 'output').value;
  }

  /** @throws TooCostly */
  #accept(check: SchemaCheck | undefined, value: Json, side: TooCostly['side']): Accepted {
    if (check === undefined) return { value, findings: [] };
    const accepted = check.accept(value, this.#checkStepsLeft);
    this.#checkStepsLeft -= check.usedSteps;
    if (this.#checkStepsLeft < 0) throw new TooCostly(side);
    return accepted;
  }
}

/** The schemas of a file may need more checks than all its examples together have. */
class TooCostly extends Error {
  constructor(readonly side: 'input' | 'output') {
    super(`the checks of the ${side} cost too much`);
  }
}

/** The schema was found valid when the mapping was compiled. */
function schemaCheck(schema: Json | undefined): SchemaCheck | undefined {
  return typeof schema === 'boolean' || isObject(schema) ? new SchemaCheck(schema) : undefined;
}

/** @param complete adds the defaults of the output schema */
function differing(
  output: Json,
  expected: Json,
  complete: (output: Json) => Json,
  at: string,
): CompileFinding | undefined {
  // Compared as JSON, where a number such as NaN is null.
  const actual = parseJsonText(toJsonText(output));
  if (isEqual(actual, expected) || isEqual(actual, complete(expected))) return undefined;
  const message = `the example gives another output: expected ${show(expected)}, got ${show(output)}`;
  return wrong(`${at}/output`, message, 'Correct the expression, or the output if the expression is right.');
}

function failed({ failure, message }: TransformError, expected: Json, at: string): CompileFinding {
  if (failure === 'input') return wrong(`${at}/input`, message, 'Correct the example or the input schema.');
  const hint =
    failure === 'output' ? 'Correct the expression or the output schema.' : 'Correct the expression.';
  const outcome = `expected ${show(expected)}, got the error: ${message}`;
  return wrong(`${at}/output`, `the example fails: ${outcome}`, hint);
}

function tooManySteps(at: string, isFirst: boolean, error: ExpressionError): CompileFinding {
  const limit = error.message.replace('the expression was cut off: ', '');
  return isFirst
    ? tooSlow(
        at,
        `the example takes too much computing: ${limit}`,
        'Make the expression cheaper, or give the example a smaller input.',
      )
    : tooSlow(
        at,
        `the examples up to this one together take too much computing: ${limit}; all of them have the budget of one evaluation`,
        'Keep fewer examples, or give them smaller inputs.',
      );
}

function tooManyChecks(at: string, side: TooCostly['side']): CompileFinding {
  return tooSlow(
    `${at}/${side}`,
    `checking the examples up to this ${side} by the schemas takes more than ${maxCheckSteps} steps`,
    `Give the examples smaller values, or take alternatives (\`anyOf\`, \`oneOf\`, \`$ref\`) out of the ${side} schema: inside each other they multiply.`,
  );
}

function tooSlow(pointer: string, message: string, hint: string): CompileFinding {
  return { rule: 'example-too-slow', severity: 'error', pointer, message, hint };
}

function wrong(pointer: string, message: string, hint: string): CompileFinding {
  return { rule: 'mapping-example', severity: 'error', pointer, message, hint };
}

function show(value: Json): string {
  return `\`${shortened(toJsonText(value), shownLength)}\``;
}
