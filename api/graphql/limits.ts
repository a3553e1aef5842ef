import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { type Fragments, getFragments, measureMaxSchemaCost, schemaCost } from './schema-cost.js';

export interface QueryLimits {
  /** The deepest nesting of fields. */
  depth: number;
  /** The most fields of an answer, estimated from the query: a list counts `first` times. */
  cost: number;
}

/** The estimated length of a list without `first`. */
const usualPage = 50;

interface Measure {
  depth: number;
  cost: number;
  /** Introspection fields of the answer. */
  ofSchema: number;
}

/**
 * Returns an error for each operation whose answer could be too deep or too large, before any of it is looked up.
 * Introspection of the whole schema is allowed.
 * @param document a valid document: no fragment contains itself
 */
export function limitErrors(
  { definitions }: DocumentNode,
  limits: QueryLimits,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const fragments = getFragments(definitions);
  return definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const meter = new Meter(fragments, { ...getDefaults(definition), ...variables });
    const { depth, cost, ofSchema } = meter.selections(definition.selectionSet);
    if (depth > limits.depth) return [refusal(`is ${depth} levels deep`, 'QueryDepth', limits.depth)];
    if (cost > limits.cost)
      return [refusal(`may ask for ${Math.round(cost)} fields`, 'QueryCost', limits.cost)];
    if (ofSchema <= measureMaxSchemaCost()) return [];
    return [tooLarge('asks for more than there is of the schema', 'Ask for each part of the schema once.')];
  });
}

function refusal(what: string, setting: string, limit: number): GraphQLError {
  const hint = `Ask for less at once (smaller \`first\`, fewer levels), or raise \`Limits.${setting}\` (${limit}).`;
  return tooLarge(what, hint);
}

function tooLarge(what: string, hint: string): GraphQLError {
  return new GraphQLError(`The query ${what}`, { extensions: { code: 'query_too_large', hints: [hint] } });
}

function getDefaults({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

class Meter {
  /** A fragment is measured once, however often it is spread. */
  readonly #measured = new Map<string, Measure & { isPage: boolean }>();

  constructor(
    private readonly fragments: Fragments,
    private readonly variables: Readonly<Record<string, unknown>>,
  ) {}

  selections({ selections }: SelectionSetNode): Measure {
    const total = { depth: 0, cost: 0, ofSchema: 0 };
    for (const selection of selections) {
      const one =
        selection.kind === Kind.FIELD
          ? this.#field(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.selections(selection.selectionSet)
            : this.#fragment(selection.name.value);
      total.depth = Math.max(total.depth, one.depth);
      total.cost += one.cost;
      total.ofSchema += one.ofSchema;
    }
    return total;
  }

  #field(field: FieldNode): Measure {
    const { name, selectionSet } = field;
    if (name.value.startsWith('__')) {
      const ofSchema = selectionSet ? schemaCost(selectionSet, this.fragments) : 0;
      return { depth: 0, cost: 0, ofSchema };
    }
    if (!selectionSet) return { depth: 1, cost: 1, ofSchema: 0 };
    const { depth, cost, ofSchema } = this.selections(selectionSet);
    return { depth: depth + 1, cost: 1 + cost * this.#times(field, selectionSet), ofSchema };
  }

  /** Returns how often the inside of a field may occur: `first` times on a connection. */
  #times(field: FieldNode, inside: SelectionSetNode): number {
    const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
    if (first?.kind === Kind.INT) return Math.max(1, Number(first.value));
    if (first?.kind === Kind.VARIABLE) {
      const variable = this.variables[first.name.value];
      return typeof variable === 'number' ? Math.max(1, variable) : usualPage;
    }
    return this.#isPage(inside) ? usualPage : 1;
  }

  /** True for a connection: its edges or nodes are selected. */
  #isPage({ selections }: SelectionSetNode): boolean {
    return selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return /^(edges|nodes)$/.test(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return this.#isPage(selection.selectionSet);
      return this.#fragment(selection.name.value).isPage;
    });
  }

  #fragment(name: string): Measure & { isPage: boolean } {
    const cost = this.#measured.get(name);
    if (cost) return cost;
    const fragment = this.fragments.get(name);
    const measured = fragment
      ? { ...this.selections(fragment), isPage: this.#isPage(fragment) }
      : { depth: 0, cost: 0, ofSchema: 0, isPage: false };
    this.#measured.set(name, measured);
    return measured;
  }
}
