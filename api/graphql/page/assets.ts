import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Asset {
  /** As the page asks for it. */
  name: string;
  /** The package it comes from, and the file there; the build puts a copy beside the code, so that nobody installs the rest. */
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

/** Where the file is while the packages it comes from are installed. */
export function fileInPackage({ from: [name, file] }: Asset): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${name}/package.json`)), file);
}
