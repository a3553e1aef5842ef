import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isEqual, isObject, member, objectOr, pointerTo } from '../../../schemas/json/values.js';
import type { EventPlace } from '../plan/host.js';
import type { Scope } from '../plan/node.js';
import { compileFilter, type EventExpressions, type EventFilter, valueOr } from './filter.js';
import { isOwnType, ownTypes } from './own-types.js';

/** A compiled event consumption strategy of the DSL. A condition in `until` is evaluated by the consumer. */
export interface EventStrategy {
  readonly mode: 'one' | 'any' | 'all';
  /** No filter under `any` stands for every event. */
  readonly filters: readonly EventFilter[];
  /** The events that end the consumption. */
  readonly until: EventStrategy | undefined;
  /** True when the consumer decides after each event whether to go on. */
  readonly hasCondition: boolean;
}

/** Compiles a strategy; undefined for one without `one`, `any` and `all`. */
export function compileStrategy(
  expressions: EventExpressions,
  definition: JsonObject,
  pointer: string,
): EventStrategy | undefined {
  const mode = (['one', 'any', 'all'] as const).find((each) => definition[each] !== undefined);
  if (mode === undefined) return undefined;
  const modeValue = definition[mode];
  const filters =
    mode === 'one'
      ? [compileFilter(expressions, objectOr(modeValue), `${pointer}/one`)]
      : (Array.isArray(modeValue) ? modeValue : []).map((filter, index) =>
          compileFilter(expressions, objectOr(filter), pointerTo(`${pointer}/${mode}`, index)),
        );
  const until = mode === 'any' ? definition['until'] : undefined;
  const hasCondition = typeof until === 'string';
  return {
    mode,
    filters,
    until: hasCondition ? undefined : compileStrategy(expressions, objectOr(until), `${pointer}/until`),
    hasCondition,
  };
}

/** True when the strategy can consume events of this type. */
export function mayConsume({ filters, until, mode }: EventStrategy, type: string): boolean {
  if (mode === 'any' && filters.length === 0 && !isOwnType(type)) return true;
  return filters.some((filter) => filter.mayFit(type)) || (until !== undefined && mayConsume(until, type));
}

interface Match {
  filter: number;
  correlations: JsonObject;
}

/** The events that a strategy has consumed, and those that it consumes next. */
export class Consumption {
  /** The events consumed, in their order, without those that end the consumption. */
  readonly events: JsonObject[] = [];
  readonly #until: Consumption | undefined;
  readonly #filled = new Set<number>();
  #correlations: JsonObject = {};

  constructor(private readonly strategy: EventStrategy) {
    this.#until = strategy.until && new Consumption(strategy.until);
  }

  /** True when no further event is needed. */
  get isDone(): boolean {
    const { mode, filters, hasCondition } = this.strategy;
    if (mode === 'all') return this.#filled.size === filters.length;
    if (this.#until) return this.#until.isDone;
    return !hasCondition && this.events.length > 0;
  }

  async fits(event: JsonObject, scope: Scope | undefined): Promise<boolean> {
    if (await this.#until?.fits(event, scope)) return true;
    return (await this.#match(event, scope)) !== undefined;
  }

  /** Consumes an event that fits. @returns false for an event that only counts for `until` */
  async take(event: JsonObject, scope: Scope | undefined): Promise<boolean> {
    // An event that ends the consumption is no part of it, although `any` may fit it too.
    if (await this.#until?.fits(event, scope)) {
      await this.#until?.take(event, scope);
      return false;
    }
    const match = await this.#match(event, scope);
    if (match) {
      this.#filled.add(match.filter);
      this.#correlations = { ...this.#correlations, ...match.correlations };
    }
    this.events.push(event);
    return true;
  }

  /** The places at which the next events are found. */
  async places(scope: Scope | undefined): Promise<EventPlace[]> {
    const { mode, filters } = this.strategy;
    const places: EventPlace[] = [];
    for (const [index, filter] of filters.entries()) {
      if (mode === 'all' && this.#filled.has(index)) continue;
      const key = await this.#findFilterKey(filter, scope);
      // A pattern is found at no type, and at the types of svc that it fits.
      const own = filter.type === undefined ? ownTypes.filter((type) => filter.mayFit(type)) : [];
      places.push(...[filter.type, ...own].map((type) => ({ type, key })));
    }
    if (mode === 'any' && filters.length === 0) places.push({ type: undefined, key: undefined });
    return [...places, ...((await this.#until?.places(scope)) ?? [])];
  }

  async #match(event: JsonObject, scope: Scope | undefined): Promise<Match | undefined> {
    const { mode, filters } = this.strategy;
    if (mode === 'any' && filters.length === 0) {
      return isOwnType(String(event['type'])) ? undefined : { filter: 0, correlations: {} };
    }
    for (const [index, filter] of filters.entries()) {
      if (mode === 'all' && this.#filled.has(index)) continue;
      if (!(await filter.fits(event, scope))) continue;
      const correlations = await this.#correlate(filter, event, scope);
      if (correlations) return { filter: index, correlations };
    }
    return undefined;
  }

  /** Returns the values that correlate the event; undefined when one differs from those before, or is missing. */
  async #correlate(
    filter: EventFilter,
    event: JsonObject,
    scope: Scope | undefined,
  ): Promise<JsonObject | undefined> {
    const strategy: JsonObject = {};
    for (const { name, from, expect } of filter.correlations) {
      const value = (await valueOr(from, event, scope)) ?? null;
      if (value === null) return undefined;
      const expected = expect
        ? await valueOr(expect, scope ? scope.input : event, scope)
        : this.#correlations[name];
      if (expect && expected === undefined) return undefined;
      if (expected !== undefined && !isSame(value, expected)) return undefined;
      strategy[name] = value;
    }
    return strategy;
  }

  async #findFilterKey(filter: EventFilter, scope: Scope | undefined): Promise<EventPlace['key']> {
    for (const { name, expect, source } of filter.correlations) {
      if (source === undefined) continue;
      const value = expect ? scope && (await valueOr(expect, scope.input, scope)) : this.#correlations[name];
      if (value !== undefined) return { source, text: toText(value) };
    }
    if (!filter.key) return undefined;
    const value = await valueOr(filter.key.value, null, scope);
    // `true` and null are no values that the attribute has: see the test of a filter.
    if (value === undefined || value === null || typeof value === 'boolean') return undefined;
    return { source: filter.key.source, text: toText(value) };
  }
}

/** A constant in `expect` is a text, also for a number in the event. */
function isSame(value: Json, expected: Json): boolean {
  return isEqual(value, expected) || (typeof value !== 'object' && String(value) === expected);
}

function toText(value: Json): string {
  return typeof value === 'object' ? canonical(value) : String(value);
}

/** Returns the text of the value at a path such as `.data.id`, by which events are found; undefined for none. */
export function eventKeyText(path: string, event: JsonObject): string | undefined {
  let value: Json | undefined = event;
  for (const name of path.slice(1).split('.')) value = isObject(value) ? member(value, name) : undefined;
  return value === undefined || value === null ? undefined : toText(value);
}

/** Returns what is read of an event; `raw` is the data as text, or in base64 as it came. */
export function readEvent(event: JsonObject, read: Json | undefined): Json {
  if (read === 'envelope') return event;
  const data = event['data'] ?? event['data_base64'] ?? null;
  return read === 'raw' && typeof data !== 'string' ? toJsonText(data) : data;
}
