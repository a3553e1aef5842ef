import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { listRuns, listRunTasks, readRun, readRunLogs } from '../operations/runs/operations.js';
import { listVersions } from '../operations/versions/operations.js';
import { cutToFit } from './answers/cut-to-fit.js';
import { maxAnswered } from './answers/result.js';
import { builtInSkill } from './built-in-skill.js';
import { protocolError } from './problems.js';
import type { McpScope } from './scope.js';
import { getAbout, listTexts, markdown, skillText, type TextEntity, wholeText } from './texts.js';
import { parseResourceUri, type ResourceAddress, textUri } from './uris.js';

/** How many of the found texts are returned whole. */
const wholeTexts = 5;
const json = 'application/json';

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'folios:///search/{q}',
    name: 'folios',
    title: 'Search folios',
    description: 'Documents of the teams, by words; the best are there whole. Percent-encode the words.',
    mimeType: json,
  },
  {
    uriTemplate: 'skills:///search/{q}',
    name: 'skills',
    title: 'Search skills',
    description: 'Instructions for agents, by words; the best are there whole.',
    mimeType: json,
  },
  {
    uriTemplate: 'versions:///{type}/{name}/history',
    name: 'versions',
    title: 'History of an entity',
    description:
      'The commits that changed an entity, newest first; `revert-entity` takes one back to any of them.',
    mimeType: json,
  },
  {
    uriTemplate: 'runs:///introspection/{id}',
    name: 'run',
    title: 'A run in all detail',
    description: 'The run, the timeline of its tasks, and its log.',
    mimeType: json,
  },
];

const runsResource: Resource = {
  uri: 'runs:///introspection',
  name: 'runs',
  title: 'Recent runs',
  description: 'The latest runs of the production branch.',
  mimeType: json,
};

const skillResource: Resource = {
  uri: textUri('skill', builtInSkill.name),
  ...builtInSkill,
  mimeType: markdown,
};

/** Lists the runs, then folios, then skills by name, page by page. */
export async function listResources(
  scope: McpScope,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const [type = 'folio', at] = (cursor ?? 'folio').split(/:(.*)/s);
  if (type !== 'folio' && type !== 'skill') {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The cursor is not one that this list has given',
    );
  }
  const { items, nextCursor } = await listTexts(scope, type, at ? { cursor: at } : {});
  const own = cursor === undefined ? [runsResource, skillResource] : [];
  const next = nextCursor === null ? (type === 'folio' ? 'skill' : undefined) : `${type}:${nextCursor}`;
  const texts = items.map((entity) => listed(type, entity)).filter(({ uri }) => uri !== skillResource.uri);
  const resources = [...own, ...texts];
  return next === undefined ? { resources } : { resources, nextCursor: next };
}

/** @throws ProtocolError with the problem as data */
export async function readResource(scope: McpScope, uri: string): Promise<ReadResourceResult> {
  const parsed = parseResourceUri(uri);
  if (!parsed) throw new ResourceNotFoundError(uri);
  try {
    const branch = parsed.branch ?? scope.production;
    return { contents: await getContents(scope, uri, parsed.address, branch) };
  } catch (error) {
    throw protocolError(error, scope.call, uri);
  }
}

type Contents = ReadResourceResult['contents'];

async function getContents(
  scope: McpScope,
  uri: string,
  address: ResourceAddress,
  branch: string,
): Promise<Contents> {
  const asJson = (value: unknown) => [{ uri, mimeType: json, text: toText(value as JsonObject) }];
  switch (address.kind) {
    case 'search':
      return search(scope, uri, address, branch);
    case 'text':
      return address.type === 'skill'
        ? [await skillText(scope, address.name, branch, uri)]
        : [await wholeText(scope, address.type, address.name, branch, uri)];
    case 'history':
      return asJson(await scope.perform(listVersions, { branch, type: address.type, name: address.name }));
    case 'runs':
      return asJson(await scope.perform(listRuns, { branch }));
    case 'run': {
      const input = { branch, run: address.id };
      const run = await scope.perform(readRun, input);
      const tasks = (await scope.perform(listRunTasks, input)) as JsonObject;
      const log = (await scope.perform(readRunLogs, input)) as JsonObject;
      return asJson({ run, tasks: tasks['items'], log: log['items'] });
    }
  }
}

/** JSON that fits one answer; `cut` names the values that are shown in part. */
function toText(value: JsonObject): string {
  // As text inside an answer, every quote takes two characters.
  const { value: shown, cuts } = cutToFit(value, maxAnswered * 0.7);
  return toJsonText(cuts.length === 0 ? shown : { ...(shown as JsonObject), cut: cuts.slice(0, 10) });
}

async function search(
  scope: McpScope,
  uri: string,
  { type, q }: { type: 'folio' | 'skill'; q: string },
  branch: string,
): Promise<Contents> {
  const { items } = await listTexts(scope, type, { q, limit: 20 }, branch);
  const hits = items.map(({ name, score, match, definition }) => ({
    uri: textUri(type, name),
    name,
    title: definition?.['title'] ?? definition?.['description'] ?? name,
    score,
    snippet: (match as JsonObject | undefined)?.['snippet'] ?? null,
  }));
  const whole = await Promise.all(
    items.slice(0, wholeTexts).map(({ name }) => wholeText(scope, type, name, branch)),
  );
  return [{ uri, mimeType: json, text: toJsonText({ items: hits }) }, ...whole];
}

function listed(type: 'folio' | 'skill', text: TextEntity): Resource {
  const { name } = text;
  return { uri: textUri(type, name), name, ...getAbout(text), mimeType: markdown };
}
