import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Files that were passed over because they belong to other tools. */
export interface SkippedFiles {
  count: number;
  /** Number of files by tool, the most first. */
  tools: Readonly<Record<string, number>>;
}

/** @param tools file → the tool that it belongs to */
export function countSkippedFiles(tools: ReadonlyMap<string, string>): SkippedFiles {
  const counts = new Map<string, number>();
  for (const tool of tools.values()) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return { count: tools.size, tools: Object.fromEntries(sorted) };
}

/** A tool whose documents are passed over, and how to recognise them by their content. */
interface OtherTool {
  name: string;
  isLike(value: JsonObject): boolean;
}

/** `v1`, `apps/v1`, `networking.k8s.io/v1beta1`. svc has no such field; a group named after svc is a slip. */
const apiVersion = /^(?!svc[./])(?:[a-z0-9.-]{1,253}\/)?v\d{1,3}(?:(?:alpha|beta)\d{1,3})?$/;

/** In the order in which they are tried. */
const tools: readonly OtherTool[] = [
  { name: 'Kubernetes', isLike: (value) => isManifest(value['apiVersion'], value['kind']) },
  { name: 'Helm', isLike: isChart },
  { name: 'GitHub workflow', isLike: ({ on, jobs }) => on !== undefined && isObject(jobs) },
  { name: 'GitHub action', isLike: ({ runs, name }) => isObject(runs) && 'using' in runs && isText(name) },
  {
    name: 'compose',
    isLike: ({ services }) => isObject(services) && Object.values(services).some(isService),
  },
  { name: 'OpenAPI', isLike: ({ openapi, swagger, info }) => isObject(info) && isText(openapi ?? swagger) },
  { name: 'AsyncAPI', isLike: ({ asyncapi, info }) => isObject(info) && isText(asyncapi) },
  { name: 'MkDocs', isLike: ({ site_name: name }) => isText(name) },
  { name: 'pre-commit', isLike: ({ repos }) => isList(repos, 'repo') },
  { name: 'Dependabot', isLike: ({ updates }) => isList(updates, 'package-ecosystem') },
  { name: 'GitLab CI', isLike: ({ stages }) => Array.isArray(stages) && stages.every(isText) },
  { name: 'Prometheus', isLike: ({ groups }) => isList(groups, 'rules') },
  { name: 'CloudFormation', isLike: (value) => 'AWSTemplateFormatVersion' in value },
  {
    name: 'pnpm',
    isLike: ({ lockfileVersion, packages }) => lockfileVersion !== undefined || isGlobs(packages),
  },
];

/** Files that are recognised by their names, because their content can be anything, or is not quite YAML or JSON. */
const names: readonly { name: string; pattern: RegExp }[] = [
  { name: 'Helm', pattern: /^values(?:[-._][\w.-]+)?\.ya?ml$/ },
  { name: 'compose', pattern: /^(?:docker-)?compose(?:[-._][\w.-]+)?\.ya?ml$/ },
  { name: 'MkDocs', pattern: /^mkdocs\.ya?ml$/ },
  { name: 'TypeScript', pattern: /^[jt]sconfig(?:[-._][\w.-]+)?\.json$/ },
  { name: 'Kubernetes', pattern: /^kustomization\.ya?ml$/ },
  { name: 'Azure Pipelines', pattern: /^azure-pipelines(?:[-._][\w.-]+)?\.ya?ml$/ },
  { name: 'Bitbucket Pipelines', pattern: /^bitbucket-pipelines\.ya?ml$/ },
  { name: 'Taskfile', pattern: /^Taskfile(?:\.dist)?\.ya?ml$/ },
  { name: 'Codecov', pattern: /^codecov\.ya?ml$/ },
];

/**
 * Returns the tool that a document without an entity of svc belongs to; undefined when svc has to judge it.
 * @param kinds the kinds of svc
 */
export function toolOfValue(
  value: Json,
  isJson: boolean,
  kinds: { has(kind: string): boolean },
): string | undefined {
  if (isAnsible(value)) return 'Ansible';
  if (!isObject(value)) return isJson ? 'JSON' : undefined;
  if (isTypo(value, kinds)) return undefined;
  // Only a Kubernetes manifest has a kind that is not meant for svc.
  const tool = tools.find(
    ({ name, isLike }) => (name === 'Kubernetes' || !uniqueKeys(value)) && isLike(value),
  );
  if (tool) return tool.name;
  if (isJson && isN8nWorkflow(value)) return 'n8n';
  return isJson && !uniqueKeys(value) ? 'JSON' : undefined;
}

/** True for a kind of svc in the form of Kubernetes, such as `apiVersion: v1` with `kind: Flow`. */
function isTypo({ apiVersion: version, kind }: JsonObject, kinds: { has(kind: string): boolean }): boolean {
  return isText(kind) && kinds.has(kind.toLowerCase()) && !(isText(version) && version.includes('/'));
}

/** True for a document that says itself that it is an entity, in part or with a slip. */
function uniqueKeys(value: JsonObject): boolean {
  return 'kind' in value || isObject(value['document']);
}

/**
 * Returns the tool of a text that is not one YAML document: several Kubernetes manifests, or a Helm template. Reads the
 * text once. A text with a kind or a `document` that could be meant for svc belongs to no tool.
 */
export function toolOfText(text: string): string | undefined {
  if (/^(?:document\b|["']|\{(?!\{))/m.test(text) || /^kind:[ \t]*["']?[a-z]/m.test(text)) return undefined;
  if (text.includes('{{') && goTemplate.test(text)) return 'Helm';
  const documents = text.split(/^---(?=\s|$)/m).filter((part) => /^[^\s#%]/m.test(part));
  return documents.length > 0 && documents.every(isManifestText) ? 'Kubernetes' : undefined;
}

/** Marks of Helm's templates, which those of Liquid lack. */
const goTemplate =
  /\{\{-|-\}\}|\.(?:Values|Release|Chart|Capabilities|Files)\b|\{\{ ?(?:include|template|define|range|if|with|end|else|toYaml|tpl)\b/;

function isManifestText(text: string): boolean {
  const version = /^apiVersion:[ \t]*["']?([^\s"'#]{1,300})/m.exec(text)?.[1];
  const kind = /^kind:[ \t]*["']?([^\s"'#]{1,300})/m.exec(text)?.[1];
  return isManifest(version, kind);
}

/** Returns the tool that a file without an entity belongs to by its name. */
export function toolOfName(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return names.find(({ pattern }) => pattern.test(file))?.name;
}

/** True for a text that says at the top level that it is an entity. */
export function isMeantForSvc(text: string): boolean {
  return /^\s{0,2}["']?(?:kind|document)["']?[ \t]*:/m.test(text);
}

/** Kinds of Kubernetes begin with a capital, and those of svc do not. */
function isManifest(version: Json | undefined, kind: Json | undefined): boolean {
  return isText(version) && apiVersion.test(version) && isText(kind) && /^[A-Z]/.test(kind);
}

function isChart({ apiVersion: version, name, version: release }: JsonObject): boolean {
  return (version === 'v1' || version === 'v2') && isText(name) && release !== undefined;
}

const serviceFields = ['image', 'build', 'extends', 'command', 'ports', 'volumes', 'environment'];

function isService(service: Json): boolean {
  return isObject(service) && serviceFields.some((field) => field in service);
}

function isAnsible(value: Json): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((play) => isObject(play) && ('hosts' in play || 'import_playbook' in play));
}

function isList(value: Json | undefined, field: string): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && field in item);
}

/** True for an export of n8n. */
export function isN8nWorkflow({ nodes, connections }: JsonObject): boolean {
  return Array.isArray(nodes) && isObject(connections);
}

/** Tools whose workflows do what flows do, by the name of their files: `guide.coming-from` is about them. */
const automations: ReadonlyMap<string, string> = new Map([
  ['n8n', 'n8n'],
  ['GitHub workflow', 'GitHub Actions'],
]);

/** Returns the tool whose workflow a file is that stands among the flows of svc; undefined for other files. */
export function findAutomation(path: string, tool: string | undefined): string | undefined {
  return tool !== undefined && /(?:^|\/)flows\/[^/]+$/.test(path) ? automations.get(tool) : undefined;
}

function isGlobs(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}
