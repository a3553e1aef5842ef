/** A directed graph: for each node the nodes it points to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function createGraph(nodes: Iterable<string>, edges: Iterable<readonly [string, string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const node of nodes) graph.set(node, new Set());
  for (const [from, to] of edges) {
    if (from !== to && graph.has(to)) graph.get(from)?.add(to);
  }
  return graph;
}

/**
 * Returns the strongly connected components, each after those it points to (Tarjan's algorithm). A component of more
 * than one node is a cycle.
 */
export function components(graph: Graph): string[][] {
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    let low = index;
    indexes.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) low = Math.min(low, visit(next));
      else if (!lowest.has(next)) low = Math.min(low, indexes.get(next) ?? low);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node));
      // A node has its entry in `lowest` once its component is complete.
      for (const member of component) lowest.set(member, low);
      found.push(component.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return found;
}

export function cycles(graph: Graph): string[][] {
  return components(graph).filter(({ length }) => length > 1);
}

/** Returns the longest chain from top to bottom; each node of a cycle counts, in alphabetical order. */
export function findLongestChain(graph: Graph): string[] {
  const chains = new Map<string, string[]>();
  let bestChain: string[] = [];
  for (const component of components(graph)) {
    const below = component
      .flatMap((node) => [...(graph.get(node) ?? [])])
      .map((node) => chains.get(node) ?? [])
      .reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    const chain = [...component, ...below];
    for (const node of component) chains.set(node, chain);
    if (chain.length > bestChain.length) bestChain = chain;
  }
  return bestChain;
}
