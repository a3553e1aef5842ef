import type { JsonObject } from '../../schemas/json.js';
import { branchField } from './fields.js';
import { defaultWait, flowField, longestWait, runFlow } from './flows.js';
import type { Operation } from './operation.js';

/** An HTTP request, as a flow that is served gets it. */
export interface ServedRequest extends JsonObject {
  method: string;
  /** Names in small letters; credentials are left out. */
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
}

interface ServeFlowInput {
  branch: string;
  flow: string;
  request: ServedRequest;
  /** Seconds. */
  wait: number;
}

/** Runs a flow with a request as its input, in the default environment. What it gives is the response. */
export const serveFlow: Operation<ServeFlowInput> = {
  ...(runFlow as unknown as Operation<ServeFlowInput>),
  name: 'serve-flow',
  title: 'Call a flow as an HTTP endpoint',
  description: [
    'Runs a flow with the request as its input: `{ method, headers, query, body }`. JSON and forms are parsed, other text is text, anything else base64; credentials are left out of the headers.',
    'Its output is the response: `{ status, headers, body }`, or any other JSON as the body of a 200. An error of the flow is answered with its status. A flow that takes longer than the call waits is answered 202 with its run.',
  ].join(' '),
  input: {
    properties: {
      branch: branchField,
      flow: flowField,
      request: { type: 'object', additionalProperties: true },
      wait: { type: 'integer', minimum: 0, maximum: longestWait, default: defaultWait },
    },
    required: ['branch', 'flow'],
  },
  output: { type: 'string', format: 'binary', description: 'What the flow gave.' },
  run: (context, { request, ...input }) => runFlow.run(context, { ...input, parameters: request }),
};
