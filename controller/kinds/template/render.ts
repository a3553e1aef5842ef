import { Context, type Template } from 'liquidjs';
import { withDigits } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ComputationLost, computeInThread } from '../../concurrency/computing.js';
import { TransformError } from '../compile/compilation.js';
import type { TemplateComputation, TemplateOutcome } from './computation.js';
import { liquid, maxOutputLength } from './liquid.js';

/** The limits of one rendering: steps of 2 to 5 µs, and characters and items that filters read and build. */
interface RenderBudget {
  readonly steps: number;
  readonly memory: number;
}

/** The limits on the event loop: less than 10 ms. */
const slice: RenderBudget = { steps: 1_500, memory: 8_000 };
/** The limits in a thread: less than 10 seconds. */
const whole: RenderBudget = { steps: 2_000_000, memory: 16 * 1024 * 1024 };

/** The largest values of a rendering on the event loop: filters that only read, such as `contains`, count nothing. */
const maxSize = 3_000;

/** A template and what its rendering takes at most. */
export interface Renderable {
  readonly template: Template[];
  readonly body: string;
}

/**
 * Renders a template: on the event loop as far as the slice allows, and else from the start in a thread, which gives a
 * promise.
 * @throws TransformError
 */
export function renderInSlices(renderable: Renderable, input: JsonObject): string | Promise<string> {
  // The library computes with doubles.
  const values = withDigits(input);
  const size = measureSize(values, maxSize);
  const text = size > maxSize ? undefined : renderWithin(renderable, values, size, slice);
  return text ?? renderInThread({ body: renderable.body, values });
}

/** Renders a template within the whole budget. @throws TransformError */
export function renderWhole(renderable: Renderable, values: JsonObject): string {
  const text = renderWithin(renderable, values, 1, whole);
  if (text === undefined) throw new TransformError('expression', 'template render limit exceeded');
  return text;
}

/** Returns undefined when the budget does not last. @throws TransformError */
function renderWithin(
  { template, body }: Renderable,
  values: JsonObject,
  size: number,
  budget: RenderBudget,
): string | undefined {
  // A tag may have many filters, and each may read all of the values.
  const each = 1 + measureLongestTag(body) / 40 + size / 100;
  const steps = new Limiter(budget.steps, () => each);
  const memory = new Limiter(budget.memory, (count) => count);
  // The library exports no limiter; it takes any object with these two functions.
  const limits = { renderLimit: steps, memoryLimit: memory, liquid } as never;
  let text: string;
  try {
    text = String(
      liquid.renderSync(template, new Context(values, liquid.options, { sync: true }, limits) as never),
    );
  } catch (error) {
    if (steps.isOver || memory.isOver) {
      if (budget === slice) return undefined;
      const message = steps.isOver ? 'template render limit exceeded' : 'memory alloc limit exceeded';
      throw new TransformError('expression', message, { cause: error });
    }
    const { message } = error as Error;
    throw new TransformError('expression', message.replace(/, line:\d+, col:\d+$/, ''), { cause: error });
  }
  if (text.length <= maxOutputLength) return text;
  throw new TransformError('output', `the text is longer than ${maxOutputLength} characters`);
}

/** Counts what the library reports: `check` before each node of a template, `use` before a filter builds something. */
class Limiter {
  isOver = false;
  #left: number;

  constructor(
    max: number,
    private readonly measureCost: (count: number) => number,
  ) {
    this.#left = max;
  }

  use(count: unknown): void {
    const cost = this.measureCost(Number(count));
    if (cost > 0) this.#left -= cost;
    if (this.#left >= 0) return;
    this.isOver = true;
    throw new Error('limit exceeded');
  }

  check(count: unknown): void {
    this.use(count);
  }
}

async function renderInThread(computation: TemplateComputation): Promise<string> {
  let outcome: TemplateOutcome;
  try {
    outcome = await computeInThread('controller/kinds/template/template-computation', computation);
  } catch (error) {
    if (!(error instanceof ComputationLost)) throw error;
    throw new TransformError('expression', `the template was cut off: ${error.message}`, { cause: error });
  }
  if ('text' in outcome) return outcome.text;
  throw new TransformError(outcome.failure, outcome.message);
}

/** Returns the length of the longest part of a template between two places where it may have text. */
function measureLongestTag(body: string): number {
  return body.split(/[%}]\}/).reduce((maxTag, part) => {
    const tag = part.length - Math.max(part.lastIndexOf('{{'), part.lastIndexOf('{%'), 0);
    return /\{[{%]/.test(part) ? Math.max(maxTag, tag) : maxTag;
  }, 0);
}

/** Returns the number of values and of groups of 64 characters in them; stops above `max`. */
function measureSize(value: Json, max: number): number {
  const left: Json[] = [value];
  let size = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    size += typeof next === 'string' ? 1 + next.length / 64 : 1;
    if (typeof next === 'object' && next !== null) {
      const members = Object.values(next);
      if (members.length > max) return max + 1;
      left.push(...members);
    }
    if (size > max) return size;
  }
  return size;
}
