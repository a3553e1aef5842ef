import { type DefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** The selections of the fragments, by name. */
export type Fragments = ReadonlyMap<string, SelectionSetNode>;

export function fragmentsOf(definitions: readonly DefinitionNode[]): Fragments {
  return new Map(
    definitions.flatMap((definition): [string, SelectionSetNode][] =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
    ),
  );
}
