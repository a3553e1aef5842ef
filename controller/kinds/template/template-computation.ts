import { BoundedMap } from '../../concurrency/bounded-map.js';
import { TransformError } from '../compile/compilation.js';
import type { TemplateComputation, TemplateOutcome } from './computation.js';
import { parseLiquid } from './liquid.js';
import { type Renderable, renderWhole } from './render.js';

// The work of a thread for `renderInSlices`.

/** A parsed template takes up to some megabytes. */
const maxTemplates = 50;
/** By body. */
const templates = new BoundedMap<string, Renderable>(maxTemplates);

/** Renders a template. */
export function compute({ body, values }: TemplateComputation): TemplateOutcome {
  try {
    return { text: renderWhole(findTemplate(body), values) };
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    return { failure: error.failure, message: error.message };
  }
}

function findTemplate(body: string): Renderable {
  const template = templates.get(body)?.template ?? parseLiquid(body, '').template ?? [];
  const renderable = { template, body };
  // The one that was used last is the last to be replaced.
  templates.delete(body);
  templates.set(body, renderable);
  return renderable;
}
