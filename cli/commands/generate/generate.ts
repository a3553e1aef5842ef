import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { connectionOptions } from '../../client/connect.js';
import { type Command, type Options, text } from '../../contract/command.js';
import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { generateClient } from './client/client.js';
import { graphQLSchema } from './graphql-schema.js';

interface Generator {
  title: string;
  /** Returns the content of the file. @throws Failure */
  content(io: Io, options: Options): Promise<string>;
}

/** The files that can be generated, by name. */
const generators: Readonly<Record<string, Generator>> = {
  client: { title: 'the TypeScript client', content: generateClient },
  'graphql-schema': { title: 'the GraphQL schema', content: graphQLSchema },
};
const names = Object.keys(generators);

export const generate: Command = {
  usage: 'generate <what>',
  summary: 'write files for typed applications',
  names: [{ choices: names }],
  description:
    'client: a TypeScript module without dependencies, with a function for each flow of the branch, the types of its input and\n' +
    'output, the types of entities and the codes of errors; with --json also what it contains.\n' +
    'graphql-schema: the schema of /graphql of this version, for editors and code generators; with --json the answer to an\n' +
    'introspection query. No service is needed.',
  options: [
    { flags: '--out <file>', description: 'write to this file instead of standard output' },
    ...connectionOptions,
  ],
  examples: [
    'svc generate client --out src/svc.ts',
    'svc generate graphql-schema --out schema.graphql',
    'svc generate graphql-schema --json',
  ],
  async run(io, [what = '', ...others], options) {
    const generator = Object.hasOwn(generators, what) ? generators[what] : undefined;
    if (generator === undefined || others.length > 0) {
      const hint = `Use ${names.map((name) => `\`svc generate ${name}\``).join(' or ')}.`;
      throw misuse(`\`svc generate ${[what, ...others].join(' ')}\` generates nothing`, hint);
    }
    const content = await generator.content(io, options);
    const out = text(options, 'out');
    if (out === undefined) {
      io.stdout.write(content);
      return exitCodes.done;
    }
    write(resolve(io.cwd, out), content);
    io.stderr.write(`Wrote ${generator.title} to ${out}\n`);
    return exitCodes.done;
  },
};

function write(path: string, content: string): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(exitCodes.faulted, `The file \`${path}\` cannot be written: ${reason}`, [
      'Name a file in a folder that exists and that you may write to.',
    ]);
  }
}
