import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { listEntities } from '../entities/operations.js';
import { toItem } from '../entities/summaries.js';
import { entityTypes } from '../shared/entity-types.js';
import type { ToolScope } from '../shared/tool.js';

/** Entities of one type that the overview names. */
const maxNamed = 60;
/** The topic with the language of flows on one page. */
const languageTopic = 'guide.write-flows';

/** Returns the language of flows on one page, and what a branch has, by type. */
export async function getOverview(scope: ToolScope, branch: string): Promise<JsonObject> {
  const lists = await Promise.allSettled(entityTypes.map((type) => getNames(scope, branch, type)));
  const [first] = lists;
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw first.reason;
  const here = lists.flatMap((list, index): [string, Json][] =>
    list.status === 'fulfilled' && list.value.length > 0 ? [[entityTypes[index] ?? '', list.value]] : [],
  );
  const manual = await scope.manual();
  const topic = manual.find(languageTopic);
  return {
    title: topic?.title ?? 'Flows',
    text: topic ? manual.text(topic) : '',
    branch,
    here: Object.fromEntries(here),
    next: [
      'describe {"type": "connection", "name": "…"} lists its actions; add "topic": "<action>" for the schemas.',
      'create-entity {"type": "flow", "name": "…", "definition": {…}, "dryRun": true} checks a flow and changes nothing.',
      'run-flow runs it; describe {"type": "flow", "name": "…"} has its parameters and an example.',
    ],
  };
}

async function getNames(scope: ToolScope, branch: string, type: string): Promise<string[]> {
  const page = await scope.perform(listEntities, { branch, op: 'platform', type, limit: maxNamed });
  const { items, nextCursor } = page as unknown as { items: JsonObject[]; nextCursor: string | null };
  const names = items.map((entity) => {
    const { name, title, description, connector } = toItem(entity, []);
    const about = title ?? description ?? connector;
    return typeof about === 'string' ? `${String(name)}: ${about}` : String(name);
  });
  return nextCursor === null ? names : [...names, `… more: list-entities {"type": "${type}"}`];
}
