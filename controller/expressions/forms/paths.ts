import { mapOutputs } from '../runtime/combine.js';
import { type EachFn, many, one, type Plan, START, single, traced } from '../runtime/plan.js';
import { demandPath, eachPath, extend } from '../runtime/trail.js';
import type { Json } from '../values/json.js';
import { run } from '../values/run.js';
import { deletePaths, getPath } from '../values/update.js';
import { type Forms, unary } from './form.js';

function path(target: Plan): Plan {
  return many((input, frame, emit) =>
    target.each(input, frame, (value, trail) => emit(demandPath(trail, value)), START),
  );
}

function deletion(target: Plan, at: number): Plan {
  return one((input, frame) => {
    const paths: Json[] = [];
    eachPath(target, input, frame, (keys) => {
      paths.push(keys);
    });
    run.at = at;
    return deletePaths(input, paths);
  });
}

function planGetPath(path: Plan, at: number): Plan {
  const get = (keys: Json, input: Json): Json => {
    run.at = at;
    return getPath(input, keys);
  };
  const plan = mapOutputs(path, get);
  const each: EachFn = (input, frame, emit, trail) =>
    path.each(input, frame, (keys) => emit(get(keys, input), trail && extend(trail, keys as Json[])));
  return plan.kind === 'many' ? traced(each) : single(plan.kind, plan.value, each);
}

export const pathForms: Forms = {
  'path/1': unary(path),
  'del/1': unary(deletion),
  'getpath/1': unary(planGetPath),
};
