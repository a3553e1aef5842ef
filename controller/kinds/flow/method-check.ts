import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { KindDefinition } from '../../catalog/index.js';
import { faultOfProto, grpcMethod } from '../../connectors/index.js';
import { anyText, anyValue } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';

type Fault = ReturnType<ReturnType<NonNullable<KindDefinition['namedTexts']>['prepare']>>;

/** Prepares the check of a `.proto` file with the calls of its methods: `{ service, method, arguments }`. */
export function methodCheck(text: string): (read: JsonObject) => Fault {
  const invalid = faultOfProto(text);
  if (invalid) return () => ({ rule: 'description-invalid', ...invalid });
  return ({ args }) => {
    for (const call of args as Json[]) {
      const { service, method, arguments: passed = {} } = objectOr(call);
      const names = [service, method].map(String);
      if (names.some((name) => name === anyValue || name === anyText)) continue;
      const [of = '', name = ''] = names;
      const grpc = grpcMethod(text, of, name);
      if (!grpc) {
        const message = `the description has no method \`${name}\` of a service \`${of}\``;
        const hint = 'Write the name of the service with its package: `shop.v1.Orders`.';
        return { rule: 'reference-unmet', offset: 0, message, hint };
      }
      const faults = checkPassed(grpc.action.input, `\`${name}\``)(passed);
      const fault = faults.find(({ severity }) => severity === 'error');
      if (fault) return { ...fault, offset: 0 };
    }
    return undefined;
  };
}
