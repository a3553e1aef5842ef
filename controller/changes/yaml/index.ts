export { type NewYamlOptions, newYaml } from './new-yaml.js';
export { type ReadOptions, readYaml } from './read-yaml.js';
export { type RewriteOptions, type Rewritten, rewriteYaml } from './rewrite-yaml.js';
export type { Splice } from './splice.js';
