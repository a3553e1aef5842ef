import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { misuse } from '../contract/failure.js';
import { getErrorReason } from '../validate/read-file.js';
import type { EditorFile } from './schema-files.js';

export const settingsPath = '.vscode/settings.json';

/** The outcome for VS Code's settings; `manual`: the file has comments, so that its author has to add the member. */
export type SettingsChange = 'written' | 'present' | 'manual';

/** Writes files below a folder, and replaces those that are there. @throws Failure */
export function writeFiles(folder: string, files: readonly EditorFile[]): void {
  for (const { path, content } of files) {
    const file = join(folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    } catch (error) {
      throw misuse(
        `${file} cannot be written: ${getErrorReason(error)}`,
        'Name a folder that you may write to.',
      );
    }
  }
}

/** Adds entries to `yaml.schemas` of VS Code's settings. Other settings, and entries for other schemas, stay. */
export function addYamlSchemas(top: string, schemas: Readonly<Record<string, string[]>>): SettingsChange {
  const file = join(top, settingsPath);
  const before = existsSync(file) ? parsed(readFileSync(file, 'utf8')) : {};
  if (before === undefined) return 'manual';
  const schemasBefore = objectOr(before['yaml.schemas']);
  const isPresent = Object.entries(schemas).every(
    ([path, globs]) => JSON.stringify(schemasBefore[path]) === JSON.stringify(globs),
  );
  if (isPresent) return 'present';
  const next = { ...before, 'yaml.schemas': { ...schemasBefore, ...schemas } };
  writeFiles(top, [{ path: settingsPath, content: `${JSON.stringify(next, null, 2)}\n` }]);
  return 'written';
}

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
