// The text of generated clients. `svc generate client` writes what is of a server in place of the lines up to the first mark, and of
// those between the marks of the flows.

const defaultBranch = 'main';

export interface Flows {
  example: { input: JsonObject | undefined; output: Json };
}

export interface Entities {
  flow: JsonObject;
}

export type ErrorCode = 'not_found';

// mark: the client begins
export type JsonObject = { [name: string]: Json | undefined };
export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface ClientOptions {
  /** The address of the server, such as `https://svc.example.com`. */
  server: string;
  /** An API key. */
  apiKey?: string | undefined;
  /** The branch whose flows and entities are used; the one that the client was generated for if left out. */
  branch?: string | undefined;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface RunOptions {
  /** The environment to run in; the default environment if left out. */
  environment?: string | undefined;
  /** The same key with the same input returns the same run. */
  idempotencyKey?: string | undefined;
  /** Ends the wait; the run goes on. */
  signal?: AbortSignal | undefined;
}

/** One execution of a flow. */
export interface Run<Output = Json> {
  id: string;
  flow: string;
  branch: string;
  revision: string;
  environment: string | null;
  status: 'pending' | 'running' | 'waiting' | 'suspended' | 'completed' | 'faulted' | 'cancelled';
  /** Null until the run has completed. */
  output: Output | null;
  error: { type: string; status: number; title?: string; detail?: string; instance?: string } | null;
  createdAt: string;
  endedAt: string | null;
  durationMs: number | null;
}

/** An entity in the version in service. */
export interface Entity<Definition = JsonObject> {
  op: string;
  type: string;
  name: string;
  branch: string;
  revision: string | null;
  /** Pass it to `replace` to change this version only. */
  etag: string | null;
  /** Null if no version was ever valid. */
  definition: Definition | null;
}

/** A refusal of the server, with its code and what to do next. */
export class SvcError extends Error {
  readonly status: number;
  readonly code: ErrorCode | (string & {});
  readonly hints: readonly string[];
  readonly errors: readonly { pointer?: string; message: string }[];

  constructor(status: number, body: ProblemBody) {
    super(body.detail);
    this.name = 'SvcError';
    this.status = status;
    this.code = body.code;
    this.hints = (body.hints ?? []).map(({ text }) => text);
    this.errors = body.errors ?? [];
  }
}

/** A run that ended without output: it faulted, or was cancelled. */
export class RunError extends Error {
  readonly run: Run;

  constructor(run: Run) {
    super(run.error?.detail ?? run.error?.title ?? `The run was ${run.status}`);
    this.name = 'RunError';
    this.run = run;
  }
}

interface ProblemBody {
  code: string;
  detail: string;
  hints?: { text: string }[];
  errors?: SvcError['errors'];
}

interface Call {
  body?: unknown;
  headers?: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal | undefined;
}

export function createClient({
  server,
  apiKey,
  branch = defaultBranch,
  fetch = globalThis.fetch,
}: ClientOptions) {
  const base = `${server.replace(/\/+$/, '')}/api/v1/${encodeURIComponent(branch)}`;

  async function call<Answer>(
    method: string,
    path: string,
    { body, headers = {}, query = {}, signal }: Call = {},
  ) {
    const url = new URL(`${base}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    const all = new Headers({ accept: 'application/json' });
    if (apiKey !== undefined) all.set('x-api-key', apiKey);
    if (body !== undefined) all.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value);
    const answer = await fetch(url, {
      method,
      headers: all,
      // A redirect would carry the key to another server.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.status === 204) return undefined as Answer;
    if (answer.ok) {
      const value = (await answer.json()) as Answer & Partial<ProblemBody>;
      // The call of an agent waits for a person.
      if (answer.status === 202 && value.code === 'approval_pending')
        throw new SvcError(answer.status, value as unknown as ProblemBody);
      return value;
    }
    const problem = (await answer.json().catch(() => undefined)) as ProblemBody | undefined;
    if (typeof problem?.code === 'string') throw new SvcError(answer.status, problem);
    throw new Error(`${server} answered ${answer.status}, but not as svc does`);
  }

  function start<Name extends keyof Flows>(
    flow: Name,
    input: Flows[Name]['input'],
    { environment, idempotencyKey, signal }: RunOptions = {},
    prefer = 'respond-async',
  ): Promise<Run<Flows[Name]['output']>> {
    return call('POST', `/flows/${encodeURIComponent(flow)}/runs`, {
      body: input,
      query: { env: environment },
      headers: { prefer, 'idempotency-key': idempotencyKey },
      signal,
    });
  }

  async function result<Output>(
    accepted: Run<Output>,
    { signal }: Pick<RunOptions, 'signal'> = {},
  ): Promise<Output> {
    let run = accepted;
    for (let pause = 200; !hasEnded(run); pause = Math.min(pause * 1.5, 5000)) {
      await wait(pause, signal);
      run = await call<Run<Output>>('GET', `/runs/${run.id}`, { signal });
    }
    if (run.status === 'completed') return run.output as Output;
    throw new RunError(run as Run);
  }

  async function runFlow<Name extends keyof Flows>(
    flow: Name,
    input: Flows[Name]['input'],
    options: RunOptions = {},
  ) {
    return result(await start(flow, input, options, 'wait=30'), options);
  }

  const entityPath = (type: string, name?: string) =>
    `/entities/platform/${type}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;

  return {
    /** Runs a flow, and resolves with its output. @throws SvcError, RunError */
    flows: {
      // mark: the first flow
      example: (input: JsonObject = {}, options?: RunOptions) => runFlow('example', input, options),
      // mark: the last flow
    },
    /** Starts a flow, and resolves with the accepted run. @throws SvcError */
    start: <Name extends keyof Flows>(flow: Name, input: Flows[Name]['input'], options?: RunOptions) =>
      start(flow, input, options),
    /** Waits for the end of a run, and resolves with its output. @throws SvcError, RunError */
    result,
    runs: {
      read: (id: string) => call<Run>('GET', `/runs/${encodeURIComponent(id)}`),
      cancel: (id: string) => call<Run>('POST', `/runs/${encodeURIComponent(id)}/cancel`),
    },
    /** Reads and changes entities. @throws SvcError */
    entities: {
      async list<Type extends keyof Entities>(type: Type): Promise<Entity<Entities[Type]>[]> {
        const items: Entity<Entities[Type]>[] = [];
        let cursor: string | undefined;
        do {
          const query = { limit: '200', cursor };
          const page = await call<{ items: Entity<Entities[Type]>[]; nextCursor: string | null }>(
            'GET',
            entityPath(type),
            { query },
          );
          items.push(...page.items);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        return items;
      },
      read: <Type extends keyof Entities>(type: Type, name: string) =>
        call<Entity<Entities[Type]>>('GET', entityPath(type, name)),
      create: <Type extends keyof Entities>(type: Type, definition: Entities[Type]) =>
        call<Entity<Entities[Type]>>('POST', entityPath(type), { body: definition }),
      /** @param etag the version to replace; another one is refused with `version_conflict` */
      replace: <Type extends keyof Entities>(
        type: Type,
        name: string,
        definition: Entities[Type],
        etag?: string,
      ) =>
        call<Entity<Entities[Type]>>('PUT', entityPath(type, name), {
          body: definition,
          headers: { 'if-match': etag },
        }),
      delete: <Type extends keyof Entities>(type: Type, name: string, etag?: string) =>
        call<unknown>('DELETE', entityPath(type, name), { headers: { 'if-match': etag } }),
    },
  };
}

export type Client = ReturnType<typeof createClient>;

function hasEnded({ status }: Run<unknown>): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', stop, { once: true });
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
