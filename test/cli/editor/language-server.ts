import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

interface Position {
  line: number;
  character: number;
}

export interface Diagnostic {
  message: string;
  /** `yaml-schema: …` for faults that a schema finds, `YAML` for those of the text. */
  source?: string;
  range: { start: Position };
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
}

/** The YAML language server as an editor runs it, with the settings of `.vscode/settings.json` of a folder. */
export class LanguageServer {
  #next = 1;
  #rest = Buffer.alloc(0);
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #diagnostics = new Map<string, Diagnostic[]>();
  readonly #waiting = new Map<string, (found: Diagnostic[]) => void>();

  private constructor(
    private readonly process: ChildProcessWithoutNullStreams,
    private readonly folder: string,
    private readonly schemas: unknown,
  ) {
    process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async start(file: string, folder: string): Promise<LanguageServer> {
    const settings = JSON.parse(readFileSync(join(folder, '.vscode/settings.json'), 'utf8'));
    const child = spawn(process.execPath, [file, '--stdio']);
    onTestFinished(() => void child.kill());
    const server = new LanguageServer(child, folder, settings['yaml.schemas']);
    const uri = pathToFileURL(folder).href;
    await server.#ask('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'repository' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { hover: { contentFormat: ['markdown'] }, completion: {}, publishDiagnostics: {} },
      },
    });
    server.#send({ method: 'initialized', params: {} });
    return server;
  }

  /** Opens a text as a file of the folder, and resolves with its diagnostics. */
  open(path: string, text: string): Promise<Diagnostic[]> {
    const uri = this.#uri(path);
    const found = new Promise<Diagnostic[]>((resolve) => this.#waiting.set(uri, resolve));
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    });
    return found;
  }

  /** Resolves with the labels that the server offers at the end of a line, and their documentation. */
  async complete(path: string, position: Position): Promise<Map<string, string>> {
    const params = { textDocument: { uri: this.#uri(path) }, position };
    const answer = (await this.#ask('textDocument/completion', params)) as {
      items?: { label: string; documentation?: string | { value: string } }[];
    };
    return new Map(
      (answer.items ?? []).map(({ label, documentation = '' }) => [
        label,
        typeof documentation === 'string' ? documentation : documentation.value,
      ]),
    );
  }

  async hover(path: string, position: Position): Promise<string> {
    const params = { textDocument: { uri: this.#uri(path) }, position };
    const answer = (await this.#ask('textDocument/hover', params)) as { contents?: { value: string } } | null;
    return answer?.contents?.value ?? '';
  }

  #uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    const id = this.#next++;
    const answer = new Promise<unknown>((resolve) => this.#answers.set(id, resolve));
    this.#send({ id, method, params });
    return answer;
  }

  #send(message: Message & { result?: unknown }): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  #receive(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#rest.subarray(0, end).toString())?.[1]);
      if (this.#rest.length < end + 4 + length) return;
      const body = this.#rest.subarray(end + 4, end + 4 + length).toString();
      this.#rest = this.#rest.subarray(end + 4 + length);
      this.#handle(JSON.parse(body) as Message);
    }
  }

  #handle({ id, method, params, result }: Message): void {
    if (method === undefined) this.#answers.get(id ?? 0)?.(result);
    else if (method === 'workspace/configuration')
      this.#configure(id, params as { items: { section: string }[] });
    else if (id !== undefined) this.#send({ id, result: null });
    else if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Diagnostic[] };
      this.#diagnostics.set(uri, diagnostics);
      this.#waiting.get(uri)?.(diagnostics);
    }
  }

  #configure(id: number | undefined, { items }: { items: { section: string }[] }): void {
    const yaml = {
      schemas: this.schemas,
      schemaStore: { enable: false },
      validate: true,
      hover: true,
      completion: true,
    };
    const values = items.map(({ section }) => (section === 'yaml' ? yaml : {}));
    this.#send({ ...(id === undefined ? {} : { id }), result: values });
  }
}
