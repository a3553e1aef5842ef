import { parse } from 'yaml';
import { validateFiles } from '../../../controller/catalog/index.js';
import { createHttpClient } from '../../../controller/connectors/index.js';
import { repositoryPath } from '../../../controller/flows/data/repository-path.js';
import { compileFlow, FlowError, standardType } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { Scripts } from '../../../controller/runs/effects/scripts.js';
import { RunDocuments } from '../../../controller/runs/journal/run-documents.js';
import { createSandbox } from '../../../controller/sandbox/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { MemoryHost } from '../../controller/flows/memory-host.js';
import { difference, memberDifference } from '../compare.js';
import { describedChannels, isPublication, mockMessages } from './mock-channels.js';
import { MockProtocols } from './mock-protocols.js';
import { MockWeb } from './mock-web.js';
import { sampleFor } from './sample.js';

export interface ExampleResult {
  validates: boolean;
  ran: boolean;
  /** How the run ended, or why there was none. */
  detail: string;
  /** The difference from the expected outcome. */
  difference?: string | undefined;
  /** True when the example uses a part of the language that is not built. */
  notBuilt: boolean;
}

/** How an example ends: one of the members. */
export interface ExpectedOutcome {
  output?: Json;
  /** Members of the output. */
  contains?: JsonObject;
  /** Title of an error of the example's own. */
  raises?: string;
  /** Type of a standard error, in short. */
  faults?: string;
}

const noDocuments = RunDocuments.parse('none', '{"documents":[],"environment":null}', () => undefined);

/** Time limit of an example, in ms. */
const maxMs = 10_000;

/**
 * Validates an example as `svc validate` does, and runs it: the web is a mock, waits take no time, containers give a text,
 * and other flows give their input. Errors that the example raises itself, or is expected to end with, count as a run.
 * @param expected is compared with the outcome, if there is one
 */
export async function runExample(text: string, expected?: ExpectedOutcome): Promise<ExampleResult> {
  const flow = parse(text) as JsonObject;
  const others = subflows(flow).map((document, index) => file(`other-${index}.yaml`, otherFlow(document)));
  const found = validateFiles([file('example.yaml', text), ...others, ...getProtos(flow)], kinds);
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const notBuilt = errors.every(({ rule }) => rule === 'not-supported');
    const detail = errors.map(({ line, message }) => `${line}: ${message}`).join('; ');
    return { validates: false, ran: false, notBuilt, detail };
  }
  try {
    const output = await execute(flow);
    const detail = `completed: ${shortened(JSON.stringify(output), 60)}`;
    return { validates: true, ran: true, notBuilt: false, detail, difference: compare({ output }, expected) };
  } catch (error) {
    if (!(error instanceof FlowError)) {
      return { validates: true, ran: false, notBuilt: false, detail: `${error}` };
    }
    const { type, title, detail = title ?? '' } = error.body;
    const fault = standardType(type);
    const raised = fault === undefined && raises(flow, type);
    const ran = raised || (fault !== undefined && fault === expected?.faults);
    const outcome = fault === undefined ? { raises: title ?? '' } : { faults: fault };
    return {
      validates: true,
      ran,
      notBuilt: false,
      detail: raised ? `raised ${title}` : detail,
      difference: ran ? compare(outcome, expected) : undefined,
    };
  }
}

function compare(outcome: ExpectedOutcome, expected: ExpectedOutcome | undefined): string | undefined {
  if (expected === undefined) return undefined;
  const { contains, ...whole } = expected;
  if (contains) return memberDifference(outcome.output ?? null, contains);
  return difference({ ...outcome }, { ...whole });
}

async function execute(flow: JsonObject): Promise<Json> {
  const texts = Object.fromEntries(getProtos(flow).map(({ holds, content }) => [holds, content]));
  const { plan } = compileFlow(flow, false, texts);
  if (plan === undefined) throw new Error('the flow does not compile');
  const { input, events, answer } = sampleFor(flow);
  const client = createHttpClient({ allowPrivateNetworks: true });
  const web = new MockWeb(answer, { openapi: described(flow), asyncapi: describedChannels(flow) });
  const sandbox = createSandbox({ allowProcesses: true });
  const protocols = new MockProtocols();
  const scripts = new Scripts(sandbox, (each) => each);
  try {
    const origin = await web.start();
    const host = new MemoryHost({
      instant: true,
      events,
      signal: AbortSignal.timeout(maxMs),
      secrets: new Proxy({}, { get: () => secret }),
      fetch: (address, init) => client.fetch(`${origin}/${String(address).replace('://', '/')}`, init),
      callProtocol: async (call, signal) => (isPublication(call) ? {} : protocols.call(call, signal)),
      follow: mockMessages,
      runFlow: async (_, given) => given,
      script: (request, context, signal) => scripts.run(noDocuments, request, context, signal),
      container: async () => ({ stdout: 'Hello from Docker!', stderr: '', code: 0 }),
    });
    return await plan.execute(input, host);
  } finally {
    await Promise.all([client.close(), sandbox.close(), web.stop(), protocols.close()]);
  }
}

/** Serves every way of authentication. */
const secret = {
  authority: 'https://authority.example.com',
  grant: 'client_credentials',
  client: { id: 'example', secret: 'example' },
  token: 'example',
  username: 'example',
  password: 'example',
};

function file(path: string, content: string): { path: string; content: string } {
  return { path, content };
}

function subflows(value: Json): JsonObject[] {
  if (value === null || typeof value !== 'object') return [];
  const { workflow = null } = objectOr(objectOr(value)['run']);
  return [...(isObject(workflow) ? [workflow] : []), ...Object.values(value).flatMap(subflows)];
}

function otherFlow({ namespace = 'test', name = 'other', version = '1.0.0' }: JsonObject): string {
  const document = { dsl: '1.0.3', namespace, name, version: version === 'latest' ? '1.0.0' : version };
  return JSON.stringify({ document, do: [{ pass: { set: `\${ . }` } }] });
}

/** A description of the operations that a flow calls. */
function described(flow: Json): JsonObject {
  const paths = Object.fromEntries(operationsIn(flow).map((id) => [`/${id}`, { get: operation(id) }]));
  return { openapi: '3.0.3', paths };
}

function operation(operationId: string): JsonObject {
  const named = ['status', 'id', 'petId'].map((name) => ({ name, in: 'query' }));
  return { operationId, parameters: named };
}

function operationsIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { operationId } = objectOr(value);
  return [
    ...(typeof operationId === 'string' ? [operationId] : []),
    ...Object.values(value).flatMap(operationsIn),
  ];
}

/** Files that describe the services of a flow: a method takes texts. */
function getProtos(value: Json): { path: string; content: string; holds: string }[] {
  if (value === null || typeof value !== 'object') return [];
  const { call, with: given } = objectOr(value);
  if (call !== 'grpc') return Object.values(value).flatMap(getProtos);
  const { proto, service, method, arguments: passed } = objectOr(given);
  const written = repositoryPath(String(objectOr(proto)['endpoint']));
  const names = String(objectOr(service)['name']).split('.');
  const fields = Object.keys(objectOr(passed)).map((name, index) => `string ${name} = ${index + 1};`);
  const content = `syntax = "proto3";
package ${names.slice(0, -1).join('.')};
service ${names.at(-1)} { rpc ${method} (Asked) returns (Asked); }
message Asked { ${fields.join(' ')} }
`;
  return [{ ...file(written.replace(/^\/+/, ''), content), holds: `proto@${written}` }];
}

function raises(value: Json, type: string): boolean {
  if (value === null || typeof value !== 'object') return value === type;
  return Object.values(value).some((each) => raises(each, type));
}
