import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Makes validators part of the file. Schemas are read from where they are. */
export const schemasInPlace: Plugin = {
  name: 'schemas-in-place',
  setup({ onLoad }) {
    onLoad({ filter: /dist.schemas.schema-files\.js$/ }, ({ path }) => ({
      contents: `import { readFileSync } from 'node:fs';
        import { codeRoot } from './code-root.js';
        export const loadValidator = (name) => require('./generated/validate-' + name + '.cjs');
        export const readSchema = (name) => readFileSync(new URL('schemas/' + name + '.schema.json', codeRoot), 'utf8');`,
      resolveDir: join(path, '..'),
    }));
  },
};
