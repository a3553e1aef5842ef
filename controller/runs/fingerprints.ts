import type { Json } from '../../schemas/json.js';
import { digest } from '../caches/index.js';
import type { Closure } from './closure.js';

const known = new WeakMap<Closure, Map<string, string>>();

/** Tells a connection in the run's environment from one that might answer otherwise. */
export function connectionFingerprint(closure: Closure, name: string): string {
  return remembered(closure, `connection ${name}`, () =>
    digest(closure.connection(name) ?? null, closure.secretsPrefix ?? null),
  );
}

/** Tells a flow, with all it uses in the run's environment, from one that might come out otherwise. */
export function flowFingerprint(closure: Closure, name: string): string {
  return remembered(closure, `flow ${name}`, () => {
    const documents = new Map<string, Json>();
    const waiting = [name];
    for (let flow = waiting.pop(); flow !== undefined; flow = waiting.pop()) {
      if (documents.has(`flow/${flow}`)) continue;
      documents.set(`flow/${flow}`, closure.definition('flow', flow) ?? null);
      const plan = closure.flow(flow);
      if (!plan) continue;
      waiting.push(...plan.subflows.map((subflow) => subflow.name));
      for (const { connection } of plan.connections) {
        documents.set(`connection/${connection}`, connectionFingerprint(closure, connection));
      }
      for (const { kind, name: entity } of plan.entities) {
        documents.set(`${kind}/${entity}`, closure.definition(kind, entity) ?? null);
      }
    }
    return digest(closure.metadata, closure.secretsPrefix ?? null, Object.fromEntries(documents));
  });
}

function remembered(closure: Closure, id: string, compute: () => string): string {
  let prints = known.get(closure);
  if (!prints) {
    prints = new Map();
    known.set(closure, prints);
  }
  let print = prints.get(id);
  if (print === undefined) {
    print = compute();
    prints.set(id, print);
  }
  return print;
}
