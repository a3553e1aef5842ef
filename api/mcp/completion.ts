import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { listRuns } from '../operations/runs/operations.js';
import { entityTypes } from '../operations/shared/entity-types.js';
import type { McpScope } from './scope.js';
import { listTexts } from './texts.js';

/** The most values that the protocol allows. */
const max = 100;

/** Returns values for a variable of a resource template: those that start with the given text, else those that contain it. */
export async function complete(scope: McpScope, params: CompleteRequestParams): Promise<CompleteResult> {
  const { ref, argument, context } = params;
  const uri = ref.type === 'ref/resource' ? ref.uri : '';
  const all = await getValues(scope, uri, argument.name, context?.arguments ?? {});
  const prefix = argument.value.toLowerCase();
  const begin = all.filter((value) => value.toLowerCase().startsWith(prefix));
  const contain = all.filter((value) => !begin.includes(value) && value.toLowerCase().includes(prefix));
  const values = [...begin, ...contain];
  return {
    completion: { values: values.slice(0, max), total: values.length, hasMore: values.length > max },
  };
}

async function getValues(
  scope: McpScope,
  uri: string,
  variable: string,
  values: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (variable === 'type') return [...entityTypes];
  if (variable === 'id') return getIds(scope);
  if (variable === 'q') return names(scope, uri.startsWith('skills') ? 'skill' : 'folio');
  const type = values['type'];
  return variable === 'name' && type !== undefined && entityTypes.includes(type) ? names(scope, type) : [];
}

async function names(scope: McpScope, type: string): Promise<string[]> {
  const limit = Math.min(200, scope.call.controller.config.current().Limits.ListPage);
  const { items } = await listTexts(scope, type, { limit });
  return items.map(({ name }) => name);
}

async function getIds(scope: McpScope): Promise<string[]> {
  const page = await scope.perform(listRuns, { branch: scope.production });
  return (page as unknown as { items: { id: string }[] }).items.map(({ id }) => id);
}
