import { eachPath } from '../../compiler/modify.js';
import type { Json } from '../../json.js';
import { many, one, type PathFn, type Plan, single } from '../../runtime/plan.js';
import { run } from '../../runtime/run.js';
import { demandPath, extend } from '../../runtime/trail.js';
import { deletePaths, getPath } from '../../values/update.js';
import { type Forms, unary } from './form.js';

function path(target: Plan): Plan {
  return many((input, frame, emit) =>
    target.paths()(input, null, frame, (value, trail) => emit(demandPath(trail, value))),
  );
}

function remove(target: Plan, at: number): Plan {
  return one((input, frame) => {
    const paths: Json[] = [];
    eachPath(target, input, frame, (keys) => {
      paths.push(keys);
    });
    run.at = at;
    return deletePaths(input, paths);
  });
}

function getPathOf(path: Plan, at: number): Plan {
  const get = (input: Json, keys: Json): Json => {
    run.at = at;
    return getPath(input, keys);
  };
  const paths = (): PathFn => (input, trail, frame, emit) =>
    path.each(input, frame, (keys) => emit(get(input, keys), extend(trail, keys as Json[])));
  if (path.kind === 'many') {
    return many((input, frame, emit) => path.each(input, frame, (keys) => emit(get(input, keys))), paths);
  }
  const { value } = path;
  return single(
    path.kind,
    (input, frame) => {
      const keys = value(input, frame);
      return keys === undefined ? undefined : get(input, keys);
    },
    paths,
  );
}

export const pathForms: Forms = {
  'path/1': unary(path),
  'del/1': unary(remove),
  'getpath/1': unary(getPathOf),
};
