import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { DescribedOperation, UnusableError, ValueError } from '../../../connectors/index.js';
import { ArgumentCheck } from '../../../json-schema/index.js';
import { effect } from '../../execution/host-calls.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileAuthentication } from '../http/authentication.js';
import { exchange } from '../http/exchange.js';
import { readFormat } from '../http/http.js';
import { type HttpRequest, RequestError } from '../http/request.js';
import { compileSource } from './source.js';

/** Compiles the call of an operation of an OpenAPI document. */
export function callOpenApi(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: openapi` needs `with`');
  }
  const { operationId = null, parameters = {}, authentication: policy } = value;
  const args = { operationId, parameters };
  const source = compileSource(value['document'], `${pointer}/document`, { endpoint: args, context });
  const placedPolicy =
    policy === undefined ? undefined : { value: policy, pointer: `${pointer}/authentication` };
  const authentication = compileAuthentication(placedPolicy, context);
  const idTemplate = context.template(operationId, `${pointer}/operationId`);
  const template = context.template(parameters, `${pointer}/parameters`);
  const format = readFormat(value['output'], context);
  const redirect = value['redirect'] === true;
  return (
    source && {
      async perform(scope, input) {
        const id = String(await fill(idTemplate, input, scope));
        const passed = objectOr(await fill(template, input, scope));
        const { fetch } = scope.frame.run.host;
        const credentials =
          authentication && (await untilAborted(authentication(input, scope), scope.signal));
        if (credentials !== undefined && context.usesAuthorization) {
          scope.authorization = { ...(await credentials.authorization(fetch, scope.signal)) };
        }
        return effect(
          scope,
          async ({ trace }) => {
            const request = await configured(scope, async () => {
              const { text, url } = await source(input, scope);
              return getRequest(DescribedOperation.find(text, id, url), id, passed, scope.signal);
            });
            return exchange(scope, request, { credentials, format, redirect, trace });
          },
          {
            describe: () => ({
              kind: 'http',
              target: `openapi ${id}`,
              readsFiles: true,
              arguments: {
                document: value['document'] ?? null,
                parameters: passed,
                output: format,
                redirect,
                authentication: credentials?.identity ?? null,
              },
            }),
          },
        );
      },
    }
  );
}

/** @throws UnusableError, ValueError */
async function getRequest(
  operation: DescribedOperation,
  id: string,
  passed: JsonObject,
  signal: AbortSignal,
): Promise<HttpRequest> {
  const faults = await new ArgumentCheck(operation.input).valuesInSlices(passed, `\`${id}\``, signal);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault) throw new ValueError(fault.message);
  return operation.request(passed);
}

/** Runs `work` with faults of the call as errors of the flow. @throws FlowError configuration */
async function configured<Result>(scope: Scope, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isFault = error instanceof UnusableError || error instanceof ValueError;
    if (isFault || error instanceof RequestError) {
      const hint = error instanceof UnusableError && error.hint !== undefined ? `. ${error.hint}` : '';
      throw taskError('configuration', scope, `${error.message}${hint}`, error);
    }
    throw error;
  }
}
