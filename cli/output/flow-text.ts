import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { durationText } from './time-text.js';

/** The answer to `GET /flows/{name}/context`, as far as it is shown. */
export interface FlowContext {
  name: string;
  title: string | null;
  summary: string | null;
  branch: string;
  revision: string;
  parameters: JsonSchema;
  examples: { cli: string };
  environments: readonly string[];
  connections: readonly { name: string; actions: readonly string[] }[];
  subflows: readonly string[];
  secrets: readonly string[];
  /** Left out for the holder of a share link. */
  runnable?: { status: string; message: string };
  statistics?: {
    runs: number;
    byStatus: Readonly<Record<string, number>>;
    medianDurationMs: number | null;
    lastRunAt: string | null;
  };
}

/** Returns the description of a flow for a person who wants to run it. */
export function flowText(flow: FlowContext): string {
  const connections = flow.connections.map(({ name, actions }) => `${name} (${actions.join(', ')})`);
  const facts: [string, readonly string[]][] = [
    ['environments', flow.environments],
    ['connections', connections],
    ['runs the flows', flow.subflows],
    ['secrets', flow.secrets],
    ['runnable', runnability(flow.runnable)],
    ['last runs', lastRuns(flow.statistics)],
  ];
  return [
    `${flow.name}${flow.title === null ? '' : `  ${flow.title}`}`,
    ...(flow.summary === null ? [] : [flow.summary]),
    `branch: ${flow.branch}@${flow.revision.slice(0, 8)}`,
    ...parameterLines(flow.parameters),
    ...facts.flatMap(([name, values]) => (values.length === 0 ? [] : [`${name}: ${values.join(', ')}`])),
    `example: ${flow.examples.cli}`,
  ].join('\n');
}

function runnability(runnable: FlowContext['runnable']): string[] {
  if (runnable === undefined || runnable.status === 'True') return [];
  return [`${runnable.status === 'False' ? 'no' : 'not known'}. ${runnable.message}`];
}

function parameterLines(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return ['parameters: any'];
  const { properties, required } = schema;
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(objectOr(properties));
  if (fields.length === 0) return ['parameters: none'];
  return ['parameters:', ...fields.map(([name, field]) => parameterLine(name, field, needed.includes(name)))];
}

function parameterLine(name: string, field: Json, isRequired: boolean): string {
  const {
    type,
    enum: values,
    default: otherwise,
    title,
    description,
  }: JsonObject = isObject(field) ? field : {};
  const kind = Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(' | ')
    : typeText(type);
  const about = String(description ?? title ?? '').replace(/\s+/g, ' ');
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(otherwise === undefined ? [] : [`default ${JSON.stringify(otherwise)}`]),
  ];
  return [
    '  ',
    name,
    `  ${kind}`,
    notes.length > 0 ? ` (${notes.join(', ')})` : '',
    about && `  ${about}`,
  ].join('');
}

function typeText(type: Json | undefined): string {
  return type === undefined ? 'any' : [type].flat().join(' or ');
}

function lastRuns(statistics: FlowContext['statistics']): string[] {
  if (statistics === undefined || statistics.runs === 0) return [];
  const { byStatus, medianDurationMs, lastRunAt } = statistics;
  return [
    ...Object.entries(byStatus).map(([status, count]) => `${count} ${status}`),
    ...(medianDurationMs === null ? [] : [`median ${durationText(medianDurationMs)}`]),
    ...(lastRunAt === null ? [] : [`newest ${lastRunAt}`]),
  ];
}
