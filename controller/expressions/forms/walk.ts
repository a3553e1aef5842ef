import { MORE, many, type Plan, STOP, single } from '../runtime/plan.js';
import type { Json } from '../values/json.js';
import { rebuild } from '../values/rebuild.js';
import { allocate, charge } from '../values/run.js';

/** `walk(f)`: applies `f` to every value, innermost first. Arrays take all outputs of `f`, objects the first. */
export function walk(body: Plan): Plan {
  if (body.kind !== 'many') {
    const { value } = body;
    return single(body.kind, (input, frame) => {
      const inside = rebuild(input, (member, container) => {
        const output = value(member, frame);
        if (output !== undefined) container.add(output);
      });
      return value(inside, frame);
    });
  }
  return many((input, frame, emit) => {
    const inside: Json = rebuild(input, (member, container) => {
      body.each(member, frame, (output) => {
        charge(1);
        allocate(16);
        container.add(output);
        return container.isArray ? MORE : STOP;
      });
    });
    return body.each(inside, frame, emit);
  });
}
