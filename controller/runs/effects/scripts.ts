import type { Json } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import {
  type ContainerRequest,
  type EffectContext,
  type FlowError,
  type FolderFiles,
  runFilesVolume,
  type ScriptRequest,
  type ScriptResult,
  type StandardError,
  standardError,
} from '../../flows/index.js';
import {
  type Code,
  CodeFault,
  type FaultKind,
  type Language,
  languages,
  type Sandbox,
} from '../../sandbox/index.js';
import type { RunDocuments } from '../journal/run-documents.js';
import { CallFailures } from './calls/call-failures.js';
import type { OutgoingCall } from './calls/outgoing-call.js';
import type { TaskFolders, WorkFolders } from './files/work-folders.js';

/** Characters of one output stream of a script that go to the run's log. */
const maxLogged = 64 * 1024;

export type CodeRequest = ScriptRequest | ContainerRequest;

const faults: Readonly<Record<FaultKind, { type: StandardError; status: number; title: string }>> = {
  thrown: { type: 'runtime', status: 500, title: 'Script failed' },
  limit: { type: 'runtime', status: 500, title: 'Script over its limits' },
  timeout: { type: 'timeout', status: 408, title: 'Script ran too long' },
  refused: { type: 'configuration', status: 403, title: 'Script not allowed' },
  invalid: { type: 'configuration', status: 400, title: 'Script not usable' },
};

/** Tells whether code runs outside of the sandbox for JavaScript, which has no network. */
export function startsProcess(documents: RunDocuments, request: CodeRequest): boolean {
  if ('image' in request) return true;
  const { language, name } = request;
  const languageName = name === undefined ? language : documents.definition('script', name)?.['language'];
  return languageName !== 'js';
}

/** Describes a process or a container before it starts. */
export function toOutgoing(request: CodeRequest): OutgoingCall {
  const { arguments: args } = request;
  if ('image' in request) {
    const { image, command = null } = request;
    return { target: `container ${image}`, arguments: { command, arguments: args } };
  }
  const { language = '', name, code = null } = request;
  const target = name === undefined ? `${language} process` : `script ${name}`;
  return { target, arguments: { code, arguments: args } };
}

/** Runs scripts in the sandbox, as the documents of the run define them. */
export class Scripts {
  constructor(
    private readonly sandbox: Sandbox,
    readonly mask: (text: string) => string,
    /** Undefined where processes and containers have no files. */
    private readonly workFolders?: WorkFolders,
  ) {}

  /** See `FlowHost.script`. */
  async run(
    documents: RunDocuments,
    request: CodeRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const { environment, stdin = '' } = request;
    try {
      const outcome =
        'image' in request
          ? await this.#container({ ...request, stdin }, context, signal)
          : await this.#code(
              { ...(await resolve(documents, request, signal)), environment, stdin },
              request,
              context,
              signal,
            );
      if (outcome.output !== undefined) log(context, 'info', outcome.stdout);
      log(context, 'warn', outcome.stderr);
      return outcome;
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error;
      log(context, 'info', error.output.stdout);
      log(context, 'warn', error.output.stderr);
      if ('image' in request) throw this.#containerError(error);
      if (request.reportsFailure && error.kind === 'thrown') return this.#failed(error);
      throw this.#toFlowError(error, request.name);
    }
  }

  async #container(
    request: ContainerRequest & { stdin: string },
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const { files, ...container } = request;
    if (!files) return this.sandbox.runContainer(container, signal);
    return this.#inFolder(files, context, signal, {
      start: ({ work }) => {
        const volumes = Object.entries(container.volumes).map(([from, to]) => [
          from === runFilesVolume ? work : from,
          to,
        ]);
        return this.sandbox.runContainer({ ...container, volumes: Object.fromEntries(volumes) }, signal);
      },
      isFailed: () => false,
    });
  }

  async #code(
    code: Code,
    { files, reportsFailure }: ScriptRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    if (!files) return this.sandbox.run(code, signal);
    return this.#inFolder(files, context, signal, {
      start: (folders) => this.sandbox.run({ ...code, folders }, signal),
      // The task faults, and so has no output that could name files.
      isFailed: ({ code }) => code !== 0 && !reportsFailure,
    });
  }

  /** Runs code in a folder with files of its run. @throws FlowError, CodeFault */
  async #inFolder(
    request: FolderFiles,
    { files, log }: EffectContext,
    signal: AbortSignal,
    {
      start,
      isFailed,
    }: {
      start: (folders: TaskFolders) => Promise<ScriptResult>;
      isFailed: (result: ScriptResult) => boolean;
    },
  ): Promise<ScriptResult> {
    if (!files || !this.workFolders) throw unusable('Files need a run that is stored');
    const work = this.workFolders.run(request, { files, log, signal }, start, isFailed);
    const { result, files: kept } = await new CallFailures(this).asFlowError(signal, () => work);
    return request.keeps.length > 0 ? { ...result, files: kept.map((file) => ({ ...file })) } : result;
  }

  /** The result of code that raised an error, as a process would have it. */
  #failed({ message, output: { stdout, stderr } }: CodeFault): ScriptResult {
    const said = /^\w*Error\b/.test(message) ? message : `Error: ${message}`;
    return { stdout, stderr: `${stderr}${this.mask(said)}\n`, code: 1 };
  }

  #containerError(fault: CodeFault): FlowError {
    const { type, status, title } = faults[fault.kind];
    const text = { status, title: title.replace('Script', 'Container') };
    return standardError(type, { ...text, detail: this.mask(fault.message), cause: fault });
  }

  #toFlowError(fault: CodeFault, name: string | undefined): FlowError {
    const { type, ...problemFields } = faults[fault.kind];
    const detail = `${name === undefined ? '' : `\`script/${name}\`: `}${this.mask(fault.message)}`;
    return standardError(type, { ...problemFields, detail, cause: fault });
  }
}

/** Writes an output stream to the run's log, line by line. */
function log(context: EffectContext, level: 'info' | 'warn', text: string): void {
  if (text === '') return;
  for (const line of shortened(text, maxLogged).replace(/\n+$/, '').split('\n')) context.log(level, line);
}

/**
 * Returns the inline code of the request, or the code of its script entity and the arguments as the entity's parameters
 * complete them.
 * @throws FlowError
 */
async function resolve(documents: RunDocuments, request: ScriptRequest, signal: AbortSignal) {
  const { name, language, code = '', arguments: scriptArguments } = request;
  if (name === undefined) return { language: knownLanguage(language), code, arguments: scriptArguments };
  const definition = documents.definition('script', name);
  if (!definition) throw unusable(documents.missing('script', name));
  const statedLanguage = knownLanguage(definition['language']);
  if (language !== undefined && language !== statedLanguage) {
    throw unusable(`\`script/${name}\` is in \`${statedLanguage}\`; the task says \`${language}\``);
  }
  const compiled = documents.compiled('script', name);
  const { value, findings } = (await compiled?.accept(scriptArguments, signal)) ?? {
    value: scriptArguments,
    findings: [],
  };
  if (findings.length > 0) {
    const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
    const detail = `\`script/${name}\`: the arguments do not fit: ${list}`;
    throw standardError('configuration', { title: 'Arguments invalid', detail });
  }
  return { language: statedLanguage, code: String(definition['code'] ?? ''), arguments: value };
}

function knownLanguage(language: Json | undefined): Language {
  const match = languages.find((each) => each === language);
  if (match === undefined) throw unusable(`\`${language}\` is not a language of scripts`);
  return match;
}

function unusable(detail: string): FlowError {
  return standardError('configuration', { title: 'Script not usable', detail });
}
