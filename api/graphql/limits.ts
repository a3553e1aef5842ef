import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export interface QueryLimits {
  /** Fields inside fields. */
  depth: number;
  /** Fields that an answer may have, as far as the query can tell: a list counts `first` times. */
  cost: number;
}

/** What a list without `first` counts as. */
const usualPage = 50;

interface Measure {
  depth: number;
  cost: number;
}

/**
 * Refuses operations whose answer could be too deep or too large, before any of it is looked up. Introspection is left
 * alone: it is bounded by the schema.
 * @param document sound: no fragment in it holds itself
 */
export function limitErrors(
  { definitions }: DocumentNode,
  limits: QueryLimits,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const meter = new Meter(definitions, variables);
  return definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { depth, cost } = meter.selections(definition.selectionSet);
    if (depth > limits.depth) return [refusal(`is ${depth} levels deep`, 'QueryDepth', limits.depth)];
    if (cost <= limits.cost) return [];
    return [refusal(`may ask for ${Math.round(cost)} fields`, 'QueryCost', limits.cost)];
  });
}

function refusal(what: string, setting: string, limit: number): GraphQLError {
  const hint = `Ask for less at once (smaller \`first\`, fewer levels), or raise \`Limits.${setting}\` (${limit}).`;
  return new GraphQLError(`The query ${what}`, { extensions: { code: 'query_too_large', hints: [hint] } });
}

class Meter {
  /** A fragment is measured once, however often it is spread. */
  readonly #measured = new Map<string, Measure>();

  constructor(
    private readonly definitions: readonly DefinitionNode[],
    private readonly variables: Readonly<Record<string, unknown>>,
  ) {}

  selections({ selections }: SelectionSetNode): Measure {
    const total = { depth: 0, cost: 0 };
    for (const selection of selections) {
      const one =
        selection.kind === Kind.FIELD
          ? this.#field(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.selections(selection.selectionSet)
            : this.#fragment(selection.name.value);
      total.depth = Math.max(total.depth, one.depth);
      total.cost += one.cost;
    }
    return total;
  }

  #field(field: FieldNode): Measure {
    if (field.name.value.startsWith('__')) return { depth: 0, cost: 0 };
    if (!field.selectionSet) return { depth: 1, cost: 1 };
    const inside = this.selections(field.selectionSet);
    return { depth: inside.depth + 1, cost: 1 + inside.cost * this.#times(field) };
  }

  /** How often the inside of a field may come: `first` times on a connection. */
  #times(field: FieldNode): number {
    const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
    if (first?.kind === Kind.INT) return Number(first.value);
    if (first?.kind === Kind.VARIABLE) {
      const given = this.variables[first.name.value];
      return typeof given === 'number' ? given : usualPage;
    }
    return isConnection(field) ? usualPage : 1;
  }

  #fragment(name: string): Measure {
    const known = this.#measured.get(name);
    if (known) return known;
    const measured = this.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name
        ? [this.selections(definition.selectionSet)]
        : [],
    )[0] ?? { depth: 0, cost: 0 };
    this.#measured.set(name, measured);
    return measured;
  }
}

/** A list with pages is asked for its edges or nodes. */
function isConnection({ selectionSet }: FieldNode): boolean {
  return (selectionSet?.selections ?? []).some(
    (selection) => selection.kind === Kind.FIELD && /^(edges|nodes)$/.test(selection.name.value),
  );
}
