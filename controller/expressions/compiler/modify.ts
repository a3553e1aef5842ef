import type { Json } from '../json.js';
import type { Frame, Plan } from '../runtime/plan.js';
import { MORE } from '../runtime/plan.js';
import { charge, run } from '../runtime/run.js';
import { demandPath } from '../runtime/trail.js';
import type { Node } from '../syntax/ast.js';
import { deletePaths, getPath, setPath } from '../values/update.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';

/** Replaces what stands at some places of `input`; where `replace` gives nothing, the place goes. */
export type Modify = (input: Json, frame: Frame, replace: (old: Json) => Json | undefined) => Json;

/** How to change the places that `target` leads to. */
export function modify(_node: Node, target: Plan, _scope: Scope, _context: Context, at: number): Modify {
  return (input, frame, replace) => {
    let result = input;
    const gone: Json[] = [];
    eachPath(target, input, frame, (path) => {
      run.at = at;
      const value = replace(getPath(result, path));
      run.at = at;
      if (value === undefined) gone.push(path);
      else result = setPath(result, path, value);
    });
    return gone.length === 0 ? result : deletePaths(result, gone);
  };
}

/** Runs `use` with each path of an expression. */
export function eachPath(target: Plan, input: Json, frame: Frame, use: (path: Json[]) => void): void {
  target.paths()(input, null, frame, (value, trail) => {
    charge(1);
    use(demandPath(trail, value));
    return MORE;
  });
}
