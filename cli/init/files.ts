import { schemaNames } from '../../schemas/names.js';
import { readSchema } from '../../schemas/schema-files.js';

/** The folder of the schemas for the editor; hidden, so that it holds no entities. */
const schemaFolder = '.vscode/svc-schemas';

/** A file of a first repository: its path from the top of the repository, and its content. */
export interface InitialFile {
  path: string;
  content: string;
}

/**
 * Returns the files of a first repository.
 * @param prefix svc's folder with a slash at its end; `''` for the whole repository
 */
export function initialFiles(prefix: string): InitialFile[] {
  const folder = prefix.slice(0, -1);
  const schemas = kinds.map((name) => ({
    path: `${schemaFolder}/${name}.schema.json`,
    content: readSchema(name),
  }));
  return [
    { path: `${prefix}flows/greet.yaml`, content: flow },
    { path: `${prefix}.svcignore`, content: ignores },
    { path: `${prefix}README.md`, content: readme(folder) },
    ...(prefix === '' ? [] : [{ path: 'svc.yaml', content: settings(folder) }]),
    { path: '.gitignore', content: gitIgnores },
    { path: '.pre-commit-config.yaml', content: preCommit },
    { path: '.github/workflows/svc.yml', content: workflow(prefix === '' ? '.' : folder) },
    { path: '.vscode/settings.json', content: editorSettings(prefix) },
    ...schemas,
  ];
}

const kinds = schemaNames.filter((name) => name !== 'settings');

const flow = `# Greets a person. Try it: svc run-flow greet -p name=Ada
document:
  dsl: '1.0.3'
  namespace: examples
  name: greet
  version: 1.0.0
  title: Greet a person
input:
  schema:
    format: json
    document:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name:
          description: The person's name.
          type: string
          minLength: 1
          examples: [Ada]
do:
  - greet:
      set:
        message: \${ "Hello, \\(.name)!" }
`;

const ignores = `# Files that svc passes over, by the rules of .gitignore. Manifests of Kubernetes, compose files, workflows of GitHub
# and the like need no rule: svc recognises them.
# drafts/
# *.generated.yaml
`;

const gitIgnores = `# The data of a service that runs in this folder, its keys among them.
.svc/
`;

const preCommit = `# https://pre-commit.com: \`pre-commit install\` makes each commit run this.
repos:
  - repo: local
    hooks:
      - id: svc-validate
        name: svc validate
        entry: svc validate --staged
        language: system
        pass_filenames: false
        always_run: true
`;

function settings(folder: string): string {
  return `# The rest of this repository is not svc's.\nGit:\n  Path: ${JSON.stringify(folder)}\n`;
}

function workflow(folder: string): string {
  return `name: svc
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # SVC_PACKAGE is a variable of the repository: the address of the svc package that your service runs.
      - run: npm install --global "\${SVC_PACKAGE:?set the repository variable SVC_PACKAGE}"
        env:
          SVC_PACKAGE: \${{ vars.SVC_PACKAGE }}
      - run: svc validate ${JSON.stringify(folder)} --strict --format github
`;
}

/** The plural of a kind, which names its folder. */
function folderOf(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

function editorSettings(prefix: string): string {
  const globs = kinds.map((kind) => [
    `${schemaFolder}/${kind}.schema.json`,
    ['yaml', 'yml'].map((ending) => `${prefix}${folderOf(kind)}/**/*.${ending}`),
  ]);
  return `${JSON.stringify({ 'yaml.schemas': Object.fromEntries(globs) }, null, 2)}\n`;
}

function readme(folder: string): string {
  const dir = folder === '' ? '' : ' --dir .';
  return `# Automations

Flows, connections and environments of svc, as YAML: one entity in each file, in any folder.

| command | does |
| --- | --- |
| \`svc validate ${folder === '' ? '.' : folder}\` | checks all files |
| \`svc run-flow greet -p name=Ada${dir}\` | runs a flow once the service is started |
| \`svc serve --dir .\` | starts the service for this repository |

Files in \`.svcignore\` are passed over. \`.vscode/settings.json\` tells the YAML extension of VS Code which schema a folder has.
`;
}
