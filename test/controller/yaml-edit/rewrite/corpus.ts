import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../fixtures/yaml-styles/', import.meta.url);

export interface StyledFile {
  name: string;
  text: string;
}

/** Files of every style, as they are on disk. */
export function styledFiles(): StyledFile[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:yaml|json)$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}
