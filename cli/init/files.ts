import { builtInConnectors } from '../../controller/connectors/index.js';
import { type PublishedNames, publishedNames } from '../../schemas/published-names.js';
import { version } from '../../schemas/version.js';
import { ownSchemas } from '../editor/refresh-schemas.js';
import { type EditorFile, schemaFiles, yamlSchemas } from '../editor/schema-files.js';

/**
 * Returns the files of a first repository.
 * @param prefix svc's folder with a slash at its end; `''` for the whole repository
 * @param names under which svc is published; without them, the files run the svc that is there
 */
export function initialFiles(prefix: string, names: PublishedNames = publishedNames): EditorFile[] {
  const folder = prefix.slice(0, -1);
  const schemas = schemaFiles(builtInConnectors()).map(({ path, content }) => ({
    path: `${ownSchemas}/${path}`,
    content,
  }));
  return [
    { path: `${prefix}flows/greet.yaml`, content: flow },
    { path: `${prefix}flow-tests/greet-ada.yaml`, content: flowTest },
    { path: `${prefix}.svcignore`, content: ignores },
    { path: `${prefix}README.md`, content: readme(folder) },
    { path: 'svc.yaml', content: settings(folder) },
    { path: '.gitignore', content: gitIgnores },
    { path: '.pre-commit-config.yaml', content: preCommit(names) },
    { path: '.github/workflows/svc.yml', content: workflow(prefix === '' ? '.' : folder, names) },
    { path: '.vscode/settings.json', content: editorSettings(prefix) },
    ...schemas,
  ];
}

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

const flowTest = `# An example of what the flow has to do. Run it: svc test
kind: flow-test
name: greet-ada
flow: greet
input:
  name: Ada
expect:
  output:
    message: Hello, Ada!
`;

const ignores = `# Files that svc passes over, by the rules of .gitignore. Manifests of Kubernetes, compose files, workflows of GitHub
# and the like need no rule: svc recognises them.
# drafts/
# *.generated.yaml
`;

const gitIgnores = `# The data of a service that runs in this folder, its keys among them, and schemas that svc keeps up to date.
.svc/
`;

function preCommit({ validatePackage }: PublishedNames): string {
  const [about, entry] =
    validatePackage === undefined
      ? [
          '# It runs the svc of this machine: `svc explain guide.installing` says how to install one.',
          `        entry: svc validate --staged
        language: system`,
        ]
      : [
          `# The package holds svc validate alone. Where svc is installed: \`entry: svc validate --staged\`, \`language: system\`.`,
          `        entry: svc-validate --staged
        language: node
        additional_dependencies: ['${validatePackage}@${version}']`,
        ];
  return `# https://pre-commit.com: \`pre-commit install\` makes each commit run this.
${about}
repos:
  - repo: local
    hooks:
      - id: svc-validate
        name: svc validate
${entry}
        pass_filenames: false
        always_run: true
`;
}

function settings(folder: string): string {
  const path =
    folder === ''
      ? ''
      : `# The rest of this repository is not svc's.\nGit:\n  Path: ${JSON.stringify(folder)}\n\n`;
  return `# Settings of \`svc serve --dir .\`; \`svc explain setting\` has all of them.\n\n${path}${notify}`;
}

/** In comments: by default svc sends no messages. */
const notify = `# Tells people when a run fails, an entity is not ready, a commit is held, or a check fails: \`svc explain guide.operating\`.
# Write one receiver: a connection of this repository, a webhook, or mails over a connection of smtp.
# Notify:
#   Connection:
#     Name: chat
#     Action: postMessage
#     With: { channel: '#ops', text: '\${ .text }' }
#   # Webhook: { Url: https://example.com/hooks/ops }
#   # Mail: { Connection: mail, To: [ops@example.com] }
#   On: [faulted, notReady, held, checks]
`;

function workflow(folder: string, { action }: PublishedNames): string {
  const path = JSON.stringify(folder);
  const check =
    action === undefined
      ? `${installStep}      - run: svc validate --strict --format github ${path}\n`
      : `      - uses: ${action}@v${version}\n        with:\n          path: ${path}\n`;
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
${check}`;
}

/** Installs svc from where the team keeps it, and from nowhere else: a name alone would be looked up in the registry of npm. */
const installStep = `      - uses: actions/setup-node@v4
        with:
          node-version: 24
      # SVC_PACKAGE is a variable of the repository (Settings, Secrets and variables, Actions, Variables): the address of
      # the package of svc, which \`npm pack\` in a clone of svc makes, or its path in this repository.
      - name: Install svc, unless the runner has it
        env:
          SVC_PACKAGE: \${{ vars.SVC_PACKAGE }}
        run: |
          if command -v svc; then exit 0; fi
          case "$SVC_PACKAGE" in
            https://*.tgz | ./*.tgz) npm install --global --no-audit --no-fund "$SVC_PACKAGE" ;;
            *) echo '::error::Set the variable SVC_PACKAGE to the package of svc: https://….tgz or ./….tgz'; exit 1 ;;
          esac
`;

function editorSettings(prefix: string): string {
  return `${JSON.stringify({ 'yaml.schemas': yamlSchemas(ownSchemas, prefix) }, null, 2)}\n`;
}

function readme(folder: string): string {
  const dir = folder === '' ? '' : ' --dir .';
  return `# Automations

Flows, connections and environments of svc, as YAML: one entity in each file, in any folder.

| command | does |
| --- | --- |
| \`svc validate ${folder === '' ? '.' : folder}\` | checks all files |
| \`svc test\` | runs the tests of flows, without a service |
| \`svc try greet -p name=Ada\` | runs a flow as its file stands, without a service |
| \`svc run-flow greet -p name=Ada${dir}\` | runs a flow once the service is started |
| \`svc serve --dir .\` | starts the service for this repository |

Files in \`.svcignore\` are passed over. \`.vscode/settings.json\` leads the YAML extension of VS Code to the schemas in
\`${ownSchemas}\`, which \`svc validate .\` and \`svc serve --dir .\` keep up to date with the connections here. Git ignores them.
`;
}
