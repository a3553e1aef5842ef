import { collectionForms } from './forms/collections.js';
import type { Forms } from './forms/form.js';
import { outputForms } from './forms/outputs.js';
import { pathForms } from './forms/paths.js';
import { regexForms } from './forms/regex.js';

/** Every built-in that evaluates its arguments itself. */
export const forms: Forms = { ...outputForms, ...collectionForms, ...pathForms, ...regexForms };
