import { ConnectorError } from '../connectors/contract.js';
import { FlowError } from '../flows/contract.js';
import { Problem, type ProblemCode } from '../problems/index.js';

const codes: Readonly<Record<string, ProblemCode>> = {
  communication: 'action_failed',
  timeout: 'action_timeout',
  configuration: 'connection_unusable',
};

/** The error of a connector, or of its connection, as a caller outside of a flow meets it; anything else as it is. */
export function asProblem(error: unknown, connection: string, mask: (text: string) => string): unknown {
  if (!(error instanceof ConnectorError || error instanceof FlowError)) return error;
  const kind =
    error instanceof ConnectorError
      ? error.kind
      : error.body.type.slice(error.body.type.lastIndexOf('/') + 1);
  const code = codes[kind] ?? 'action_refused';
  return new Problem(code, mask(`\`${connection}\`: ${detailOf(error)}`), { cause: error });
}

export function detailOf(error: ConnectorError | FlowError): string {
  if (error instanceof ConnectorError) return `${error.title}: ${error.message}`;
  const { title, detail } = error.body;
  return detail === undefined ? String(title) : `${title}: ${detail}`;
}
