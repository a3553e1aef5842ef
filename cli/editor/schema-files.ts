import type { Connector } from '../../controller/connectors/index.js';
import { editorSchemas, everyFile, type OwnConnection } from '../../controller/kinds/index.js';
import { explained } from './explained.js';

/** A file for an editor: its path inside its folder, and its content. */
export interface EditorFile {
  path: string;
  content: string;
}

/** Returns the schemas as files; the first one is for every file of a repository. */
export function schemaFiles(
  connectors: readonly Connector[],
  connections: readonly OwnConnection[] = [],
): EditorFile[] {
  const schemas = Object.entries(editorSchemas(connectors, connections));
  return schemas.map(([path, schema]) => ({
    path,
    content: `${JSON.stringify(explained(schema), null, 1)}\n`,
  }));
}

/**
 * Returns the settings of VS Code's YAML extension that lead from files to the schemas.
 * @param folder the folder of the schemas, from the top of the repository
 * @param prefix svc's folder with a slash at its end; `''` for the whole repository
 */
export function yamlSchemas(folder: string, prefix: string): Record<string, string[]> {
  return {
    [`${folder}/${everyFile}`]: ['yaml', 'yml'].map((ending) => `${prefix}**/*.${ending}`),
    [`${folder}/settings.json`]: ['svc.yaml', 'svc.yml'],
  };
}

/** Returns the first line of a file that leads other editors to the schemas. */
export function modeline(folder: string): string {
  return `# yaml-language-server: $schema=${folder}/${everyFile}`;
}
