import type { Grammar } from '#highlight.js';

// The type of each module with a grammar: see `highlight-js.d.ts`.

declare const grammar: Grammar;
export default grammar;
