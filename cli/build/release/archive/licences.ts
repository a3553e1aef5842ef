import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceFiles } from '../../packages/package-files.js';
import type { Component } from './components.js';
import { type ReleaseFile, textFile } from './release-file.js';

/** Returns one file with the licence of each component, and that of svc. */
export function licences(root: string, components: readonly Component[]): ReleaseFile[] {
  return [
    textFile('LICENSES/svc.txt', readFileSync(join(root, 'LICENSE'), 'utf8')),
    ...components.map((component) =>
      textFile(
        `LICENSES/${component.name.replace('/', '+')}-${component.version}.txt`,
        toRootText(root, component),
      ),
    ),
  ];
}

function toRootText(root: string, { name, version, license, place }: Component): string {
  const folder = join(root, place);
  const texts = licenceFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const head = `${name} ${version}\nLicence: ${license ?? 'see below'}\n`;
  return [head, ...(texts.length > 0 ? texts : ['The package has no text of its licence.\n'])].join('\n');
}
