import type { Random } from '../random.js';
import type { Caller, Reply } from './caller.js';
import { counters, entries, getNumberOfNote, notes, toNote } from './entities.js';
import type { Operation } from './recording.js';
import { sleep } from './site.js';

const clients = 6;
/** The longest pause of a client between two operations. */
const pauseMs = 200;
/** The requests of a client that insists, which repeats one with its idempotency key. */
const maxAttempts = 6;

const tasksPath = '/api/v1/platform/human-tasks';

/** The members of an operation that its outcome decides. */
type Outcome = Pick<Operation, 'endedAt' | 'outcome'> & { readonly run?: string; readonly result?: number };

interface StartedRun {
  id: string;
  status: string;
  output: unknown;
}

/** Clients that perform operations at random, and record each with its outcome. */
export class Clients {
  readonly operations: Operation[] = [];
  #numbers = 0;
  #isOver = true;
  #working: Promise<unknown> = Promise.resolve();

  /** @param caller has the key of a person, who answers human tasks */
  constructor(
    private readonly caller: Caller,
    private readonly random: Random,
  ) {}

  start(): void {
    this.#isOver = false;
    this.#working = Promise.all(Array.from({ length: clients }, () => this.#work()));
    // A client that failed is reported by `stop`.
    this.#working.catch(() => {});
  }

  /** Has clients begin no further operation. */
  leave(): void {
    this.#isOver = true;
  }

  /** Resolves when no operation is in progress. @throws Error when a client found no process that takes its request */
  async stop(): Promise<void> {
    this.leave();
    await this.#working;
  }

  /** Answers all open human tasks. */
  async answerAll(): Promise<void> {
    while (await this.#answer()) {
      // Tasks are left.
    }
  }

  /** Reads everything, after all other operations. */
  async readAll(): Promise<void> {
    for (const counter of counters) await untilRead(() => this.#count(counter));
    for (const entry of entries) await untilRead(() => this.#readEntry(entry));
    for (const name of notes) await untilRead(() => this.#readNote(name));
  }

  async #work(): Promise<void> {
    const { random } = this;
    const operations = [
      () => this.#increment(random.pick(counters)),
      () => this.#increment(random.pick(counters)),
      () => this.#count(random.pick(counters)),
      () => this.#writeEntry(random.pick(entries)),
      () => this.#readEntry(random.pick(entries)),
      () => this.#writeNote(random.pick(notes)),
      () => this.#readNote(random.pick(notes)),
      () => this.#runNote(random.pick(notes)),
      () => this.#double(),
      () => this.#ask(),
      () => this.#answer(),
    ];
    while (!this.#isOver) {
      await random.pick(operations)();
      await sleep(random.whole(0, pauseMs));
    }
  }

  #increment(counter: string): Promise<Operation> {
    return this.#record(async (n) => ({
      kind: 'increment',
      counter,
      flow: 'increment',
      ...(await this.#run('increment', { n, key: counter })),
    }));
  }

  #count(counter: string): Promise<Operation> {
    return this.#record(async (n) => ({
      kind: 'count',
      counter,
      flow: 'get',
      ...(await this.#run('get', { n, key: counter })),
    }));
  }

  #writeEntry(key: string): Promise<Operation> {
    return this.#record(async (n) => {
      const { result: _, ...outcome } = await this.#run('put', { n, key });
      return {
        kind: 'write',
        register: `store/${key}`,
        flow: 'put',
        ...outcome,
      };
    });
  }

  #readEntry(key: string): Promise<Operation> {
    return this.#record(async (n) => ({
      kind: 'read',
      register: `store/${key}`,
      flow: 'get',
      ...(await this.#run('get', { n, key })),
    }));
  }

  #writeNote(name: string): Promise<Operation> {
    return this.#record(async (n) => {
      const body = JSON.stringify(toNote(name, n));
      const reply = await this.caller.send(`/api/v1/main/flows/${name}`, { method: 'PUT', body });
      return {
        kind: 'write',
        register: `flow/${name}`,
        ...toOutcome(reply),
      };
    });
  }

  #readNote(name: string): Promise<Operation> {
    return this.#record(async () => {
      const reply = await this.caller.send(`/api/v1/main/flows/${name}`);
      const { definition } = (reply?.status === 200 ? reply.body : {}) as {
        definition?: ReturnType<typeof toNote>;
      };
      const result = definition && getNumberOfNote(definition);
      return {
        kind: 'read',
        register: `flow/${name}`,
        ...toOutcome(reply),
        ...(result === undefined ? {} : { result }),
      };
    });
  }

  /** Reads an entity by a run, which any of the nodes may execute. */
  #runNote(name: string): Promise<Operation> {
    return this.#record(async (n) => ({
      kind: 'read',
      register: `flow/${name}`,
      flow: name,
      ...(await this.#run(name, { n })),
    }));
  }

  #double(): Promise<Operation> {
    return this.#record(async (n) => {
      const { result: _, ...outcome } = await this.#run('double', { n }, 'respond-async');
      return {
        kind: 'start',
        flow: 'double',
        output: 2 * n,
        ...outcome,
      };
    });
  }

  #ask(): Promise<Operation> {
    return this.#record(async (n) => {
      const { result: _, ...outcome } = await this.#run('ask', { n }, 'respond-async');
      return {
        kind: 'start',
        flow: 'ask',
        ...outcome,
      };
    });
  }

  /** Answers one of the open tasks, at times for two persons at once. Resolves with false when there is none. */
  async #answer(): Promise<boolean> {
    const list = await this.caller.send(`${tasksPath}?mine=false&limit=3`);
    if (list?.status !== 200) return false;
    const { items } = list.body as { items: { id: string }[] };
    if (items.length === 0) return false;
    const { id } = this.random.pick(items);
    const persons = this.random.pick([1, 1, 2]);
    await Promise.all(Array.from({ length: persons }, () => this.#complete(id)));
    return true;
  }

  #complete(task: string): Promise<Operation> {
    return this.#record(async (n) => {
      const body = JSON.stringify({ values: { answer: n } });
      const reply = await this.caller.send(`${tasksPath}/${task}/complete`, { method: 'POST', body });
      return {
        kind: 'answer',
        task,
        ...toOutcome(reply),
      };
    });
  }

  /** Performs an operation, and records it with its number and the time at which it was sent. */
  async #record(perform: (n: number) => Promise<Unnumbered<Operation>>): Promise<Operation> {
    const n = ++this.#numbers;
    const invokedAt = performance.now();
    const operation = {
      n,
      invokedAt,
      ...(await perform(n)),
    } as Operation;
    this.operations.push(operation);
    return operation;
  }

  /** Starts a run. Some clients insist on an answer: they repeat the request with its idempotency key. */
  async #run(
    flow: string,
    input: { readonly n: number; readonly key?: string },
    prefer = 'wait=10',
  ): Promise<Outcome> {
    const attempts = this.random.pick([1, maxAttempts]);
    let outcome: Outcome = toOutcome(undefined);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const reply = await this.caller.send(`/api/v1/main/flows/${flow}/runs`, {
        method: 'POST',
        body: JSON.stringify(input),
        headers: {
          prefer,
          'idempotency-key': `n-${input.n}`,
        },
      });
      outcome = toRunOutcome(reply, prefer);
      if (outcome.outcome !== 'unknown') break;
      await sleep(200);
    }
    return outcome;
  }
}

type Unnumbered<Each> = Each extends Operation ? Omit<Each, 'n' | 'invokedAt'> : never;

/** A refusal has no effect; after an error of the service, the operation may have had its effect. */
function toOutcome(reply: Reply | undefined): Outcome {
  if (reply === undefined || reply.status >= 500) return { outcome: 'unknown', endedAt: undefined };
  return {
    outcome: reply.status < 300 ? 'acknowledged' : 'refused',
    endedAt: performance.now(),
  };
}

/** A run that its caller waits for is acknowledged once it has completed. */
function toRunOutcome(reply: Reply | undefined, prefer: string): Outcome {
  const outcome = toOutcome(reply);
  if (outcome.outcome !== 'acknowledged' || !reply) return outcome;
  const { id, status, output } = reply.body as StartedRun;
  if (status === 'completed') return { ...outcome, run: id, result: Number(output) };
  if (prefer === 'respond-async') return { ...outcome, run: id };
  return {
    outcome: 'unknown',
    endedAt: undefined,
    run: id,
  };
}

/** Repeats a read until it has a result. @throws Error when it never has one */
async function untilRead(read: () => Promise<Operation>): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const operation = await read();
    if ('result' in operation && operation.result !== undefined) return;
    await sleep(500);
  }
  throw new Error('the service answers no read at the end');
}
