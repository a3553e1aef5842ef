import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Asset {
  /** The file name in the page. */
  name: string;
  /** The package and its file; the build copies the file beside the code, so that the package is not installed. */
  from: readonly [string, string];
  mediaType: string;
}

const script = 'text/javascript; charset=utf-8';

export const assets: readonly Asset[] = [
  { name: 'react.js', from: ['react-18', 'umd/react.production.min.js'], mediaType: script },
  { name: 'react-dom.js', from: ['react-dom-18', 'umd/react-dom.production.min.js'], mediaType: script },
  { name: 'graphiql.js', from: ['graphiql', 'graphiql.min.js'], mediaType: script },
  { name: 'graphiql.css', from: ['graphiql', 'graphiql.min.css'], mediaType: 'text/css; charset=utf-8' },
];

/** Returns the path of the file in its package. */
export function fileInPackage({ from: [name, file] }: Asset): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${name}/package.json`)), file);
}
