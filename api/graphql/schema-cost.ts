import { type DefinitionNode, getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';

/** The selections of the fragments, by name. */
export type Fragments = ReadonlyMap<string, SelectionSetNode>;

export function getFragments(definitions: readonly DefinitionNode[]): Fragments {
  return new Map(
    definitions.flatMap((definition): [string, SelectionSetNode][] =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
    ),
  );
}

/** The long lists of introspection, with their estimated lengths. */
const lists: ReadonlyMap<string, number> = new Map([
  ['types', 250],
  ['fields', 8],
]);

/** Estimates the number of fields in the answer to an introspection query. */
export function schemaCost(selections: SelectionSetNode, fragments: Fragments): number {
  const costs = new Map<string, number>();
  const within = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + within(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum + ofFragment(selection.name.value);
      const { name, selectionSet } = selection;
      return sum + 1 + (selectionSet ? within(selectionSet) * (lists.get(name.value) ?? 1) : 0);
    }, 0);
  const ofFragment = (name: string): number => {
    const set = fragments.get(name);
    const cost = costs.get(name) ?? (set ? within(set) : 0);
    costs.set(name, cost);
    return cost;
  };
  return within(selections);
}

let whole: number | undefined;

/** Returns the largest accepted cost: twice that of the full query of editors and generators. */
export function measureMaxSchemaCost(): number {
  whole ??= costOfAll();
  return 2 * whole;
}

function costOfAll(): number {
  const { definitions } = parse(
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const query = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return query ? schemaCost(query.selectionSet, getFragments(definitions)) : 0;
}
