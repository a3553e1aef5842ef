import { STATUS_CODES } from 'node:http';
import { catalog } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { problemShape } from '../http/problem-answers.js';
import { getExample } from '../operations/shared/example-value.js';
import { type DocumentedRoute, isCached } from '../operations/shared/route.js';
import type { Components } from './components.js';
import { exampleTexts } from './example-texts.js';

const requestId: JsonObject = {
  description: 'Names the request in logs and problems.',
  schema: { type: 'string' },
};

const yamlFile: JsonObject = { type: 'string', description: 'The file, byte for byte.' };

/** Returns every status that an operation answers: its own and its problems. */
export function getResponses(binding: DocumentedRoute, components: Components): JsonObject {
  const statuses = isCached(binding) ? [...binding.statuses, 304] : binding.statuses;
  const entries = statuses.map((status) => [status, success(binding, status, components)]);
  const problem = problemResponse(components, binding.alsoPages);
  return { ...Object.fromEntries(entries), ...ownProblems(binding, problem), '4XX': problem, '5XX': problem };
}

function ownProblems({ problems = [] }: DocumentedRoute, problem: JsonObject): JsonObject {
  const statuses = new Map<number, string[]>();
  for (const code of problems) {
    const { status, title } = catalog[code];
    statuses.set(status, [...(statuses.get(status) ?? []), `\`${code}\`: ${title}.`]);
  }
  return Object.fromEntries(
    [...statuses].map(([status, texts]) => [status, { ...problem, description: texts.join(' ') }]),
  );
}

function success(binding: DocumentedRoute, status: number, components: Components): JsonObject {
  const headers = { 'x-request-id': requestId, ...getHeaders(binding) };
  const description = STATUS_CODES[status] ?? 'Done';
  if (status === 204 || status === 304) return { description, headers };
  return { description, headers, content: getContent(binding, components) };
}

function getContent(binding: DocumentedRoute, components: Components): JsonObject {
  const { output } = binding.operation;
  const json = binding.answers
    ? {}
    : { 'application/json': { schema: components.place(output), example: getExample(output, exampleTexts) } };
  const others = { ...binding.alsoAnswers, ...binding.answers };
  if (binding.alsoYaml) others['application/yaml'] = yamlFile;
  const media = Object.entries(others).map(([type, schema]) => [type, { schema: components.place(schema) }]);
  return { ...json, ...Object.fromEntries(media) };
}

const tagHeader = { etag: { type: 'string', description: 'Changes with anything in the answer.' } };

function getHeaders(binding: DocumentedRoute): JsonObject {
  const headers = { ...(isCached(binding) ? tagHeader : {}), ...binding.responseHeaders };
  const entries = Object.entries<JsonObject>(headers).map(([name, { description, ...schema }]) => [
    name,
    { ...(description === undefined ? {} : { description }), schema },
  ]);
  return Object.fromEntries(entries);
}

const problemExample: JsonObject = {
  type: 'https://svc.example.com/api/v1/platform/errors/flow_not_found',
  title: catalog.flow_not_found.title,
  status: catalog.flow_not_found.status,
  detail: 'There is no flow `dayly-report` on branch `main`',
  instance: '0e2c61ce75fc-1g',
  code: 'flow_not_found',
  hints: [{ text: 'Did you mean `daily-report`?' }],
};

function problemResponse(components: Components, pages: DocumentedRoute['alsoPages'] = {}): JsonObject {
  const media = Object.entries(pages).map(([type, schema]) => [type, { schema: components.place(schema) }]);
  return {
    description: 'A problem (RFC 9457); `code` is one of `GET /api/v1/platform/errors`.',
    headers: { 'x-request-id': requestId },
    content: {
      'application/problem+json': { schema: components.place(problemShape), example: problemExample },
      ...Object.fromEntries(media),
    },
  };
}
