import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type Command, isSet, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { SettingsChange } from '../editor/editor-settings.js';

export const schemas: Command = {
  usage: 'schemas',
  summary: 'write JSON Schemas for the editor',
  description:
    'Writes one schema for all files of the repository, which chooses by `kind` and `document`, with the configurations of all\n' +
    'connectors and the actions of the connections of this repository; and leads the YAML extension of VS Code to it.\n' +
    '`svc validate` and `svc serve --dir` keep the schemas in .svc/schemas up to date; other folders need this command again\nwhen connections change. Without --write the schemas are printed as JSON, by file name. No service is needed.',
  options: [
    {
      flags: '--write <folder>',
      description: 'the folder to write to; a hidden one, so that it holds no entities',
    },
  ],
  examples: ['svc schemas --write .svc/schemas', 'svc schemas --write .vscode/schemas --json'],
  async run(io, _args, options) {
    const { connectorsHere } = await import('../validate/installed-kinds.js');
    const { ownConnections } = await import('../editor/own-connections.js');
    const { schemaFiles } = await import('../editor/schema-files.js');
    const connections = await ownConnections(io);
    const files = schemaFiles(await connectorsHere(io), connections);
    const folder = text(options, 'write');
    if (folder === undefined) {
      const all = Object.fromEntries(files.map(({ path, content }) => [path, JSON.parse(content)]));
      io.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
      return exitCodes.done;
    }
    const { addYamlSchemas, settingsPath, writeFiles } = await import('../editor/editor-settings.js');
    const { modeline, yamlSchemas } = await import('../editor/schema-files.js');
    const { top, prefix, path } = await getPlace(io, folder);
    writeFiles(resolve(io.cwd, folder), files);
    const change = addYamlSchemas(top, yamlSchemas(path, prefix));
    if (isSet(options, 'json')) {
      const names = files.map((file) => file.path);
      const answer = { folder: path, files: names, connections: connections.length, settings: change };
      io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
      return exitCodes.done;
    }
    io.stdout.write(
      `Wrote ${files.length} schemas to ${folder}, with the actions of ${counted(connections.length)}\n` +
        `${settingsText(change, settingsPath, yamlSchemas(path, prefix))}\n` +
        `In other editors, the first line of a file in ${prefix || 'the top folder'} leads there: ${modeline(getRelativePath(path, prefix))}\n`,
    );
    return exitCodes.done;
  },
};

function counted(connections: number): string {
  return `${connections} connection${connections === 1 ? '' : 's'}`;
}

function settingsText(change: SettingsChange, file: string, schemas: object): string {
  if (change === 'written') return `Wrote \`yaml.schemas\` to ${file}`;
  if (change === 'present') return `${file} leads there already`;
  return `${file} is not plain JSON, and stays as it is. Add to it: "yaml.schemas": ${JSON.stringify(schemas)}`;
}

/** Finds the repository, and the folder of the schemas in it. @throws Failure for a folder that could hold entities */
async function getPlace(io: Io, folder: string): Promise<{ top: string; prefix: string; path: string }> {
  const { getPrefix, rootFinder } = await import('../validate/entity-root.js');
  const target = resolve(io.cwd, folder);
  const top = rootFinder(io.env).root(resolve(io.cwd, 'x.yaml')) ?? io.cwd;
  const path = relative(top, target).split(sep).join('/');
  if (path.startsWith('../') || isAbsolute(path)) {
    throw misuse(
      `${folder} is outside of the repository ${top}`,
      'Name a folder inside of it: `.svc/schemas`.',
    );
  }
  if (!path.split('/').some((part) => part.startsWith('.'))) {
    throw misuse(
      `${folder} is not hidden, so that its files would be checked as entities`,
      'Name a hidden folder: `.svc/schemas`.',
    );
  }
  return { top, prefix: getPrefix(top, io.env), path };
}

/** Returns the path of the schemas from svc's folder. */
function getRelativePath(path: string, prefix: string): string {
  return relative(dirname(`${prefix}x`), path)
    .split(sep)
    .join('/');
}
