import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { entityTypes } from '../operations/entity-types.js';
import type { McpScope } from './scope.js';

/** As many as the protocol allows. */
const most = 100;

/** Values for a variable of a resource template that begin, or else go on, with what is there. */
export async function complete(scope: McpScope, params: CompleteRequestParams): Promise<CompleteResult> {
  const { ref, argument, context } = params;
  const uri = ref.type === 'ref/resource' ? ref.uri : '';
  const all = await valuesOf(scope, uri, argument.name, context?.arguments ?? {});
  const wanted = argument.value.toLowerCase();
  const begin = all.filter((value) => value.toLowerCase().startsWith(wanted));
  const contain = all.filter((value) => !begin.includes(value) && value.toLowerCase().includes(wanted));
  const values = [...begin, ...contain];
  return {
    completion: { values: values.slice(0, most), total: values.length, hasMore: values.length > most },
  };
}

async function valuesOf(
  scope: McpScope,
  uri: string,
  variable: string,
  known: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (variable === 'type') return [...entityTypes];
  if (variable === 'id') return idsOf(scope);
  if (variable === 'q') return names(scope, uri.startsWith('skills') ? 'skill' : 'folio');
  const type = known['type'];
  return variable === 'name' && type !== undefined && entityTypes.includes(type) ? names(scope, type) : [];
}

async function names(scope: McpScope, type: string): Promise<string[]> {
  const limit = Math.min(200, scope.call.controller.settings.Limits.ListPage);
  const page = await scope.perform('list-entities', {
    branch: scope.production,
    op: 'platform',
    type,
    limit,
  });
  return (page as unknown as { items: { name: string }[] }).items.map(({ name }) => name);
}

async function idsOf(scope: McpScope): Promise<string[]> {
  const page = await scope.perform('list-runs', { branch: scope.production });
  return (page as unknown as { items: { id: string }[] }).items.map(({ id }) => id);
}
