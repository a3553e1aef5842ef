import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import type { KindDefinition } from '../../catalog/index.js';
import { DescribedChannel, faultOfAsyncApi, UnusableError } from '../../connectors/index.js';
import { anyText, anyValue } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';

type Fault = ReturnType<ReturnType<NonNullable<KindDefinition['namedTexts']>['prepare']>>;

/** Prepares the check of an AsyncAPI description with the calls on its channels. */
export function channelCheck(text: string): (read: JsonObject) => Fault {
  const invalid = faultOfAsyncApi(text);
  if (invalid) return () => ({ rule: 'description-invalid', ...invalid });
  return ({ args }) => {
    for (const call of args as Json[]) {
      const fault = findFault(text, objectOr(call));
      if (fault) return fault;
    }
    return undefined;
  };
}

function findFault(text: string, { message, ...call }: JsonObject): Fault {
  if (holdsUnknown(call)) return undefined;
  try {
    const sends = message === undefined ? {} : { message };
    const channel = DescribedChannel.find(text, { ...call, ...sends });
    if (message === undefined) {
      channel.source(undefined);
      return undefined;
    }
    const { payload = '', headers = {} } = objectOr(message);
    const faults = checkPassed(channel.input, '`message`')({ payload, headers });
    const fault = faults.find(({ severity }) => severity === 'error');
    if (fault) return { ...fault, offset: 0 };
    if (isObject(headers) && !holdsUnknown({ payload, headers })) {
      channel.publication({ payload, headers }, undefined);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    return { rule: 'reference-unmet', offset: 0, message: error.message, ...hint };
  }
}

function holdsUnknown(value: Json): boolean {
  if (value === anyValue || value === anyText) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown);
}
