import type { ServiceProcess } from '../../journeys/service-process.js';

export interface SeenRun {
  id: string;
  flow: string;
  status: string;
  input: unknown;
  output: unknown;
  error: unknown;
  waitingFor: string | null;
}

/** A run that the proof asks for, and the output that it must have. */
export interface Order {
  flow: string;
  input: { n: number; loops?: number };
  output: unknown;
}

const final = ['completed', 'faulted', 'cancelled'];

export function isFinal({ status }: SeenRun): boolean {
  return final.includes(status);
}

/** Runs of the service, over HTTP. Every call throws a `TypeError` when the service dies during it. */
export class RunsApi {
  constructor(
    private readonly service: Pick<ServiceProcess, 'request'>,
    private readonly branch = 'live',
  ) {}

  /** Starts a run; the same run when it was started before. Resolves with its id once the service acknowledged it. */
  async start({ flow, input }: Order, wait = 0): Promise<SeenRun> {
    const answer = await this.service.request(`/api/v1/${this.branch}/flows/${flow}/runs`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: {
        prefer: wait === 0 ? 'respond-async' : `wait=${wait}`,
        'idempotency-key': `${flow}-${input.n}`,
      },
    });
    return answered<SeenRun>(answer);
  }

  async read(id: string): Promise<SeenRun> {
    return answered<SeenRun>(await this.service.request(`/api/v1/${this.branch}/runs/${id}`));
  }

  async change(id: string, change: 'resume' | 'cancel'): Promise<void> {
    await answered(
      await this.service.request(`/api/v1/${this.branch}/runs/${id}/${change}`, { method: 'POST' }),
    );
  }

  /** All runs of the folder, by id. @param query such as `status=running` */
  async all(query = ''): Promise<Map<string, SeenRun>> {
    const runs = new Map<string, SeenRun>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/v1/${this.branch}/runs?limit=200&fields=input,output&${query}${cursor && `&cursor=${cursor}`}`;
      const page: { items: SeenRun[]; nextCursor: string | null } = await answered(
        await this.service.request(path),
      );
      for (const run of page.items) runs.set(run.id, run);
      cursor = page.nextCursor;
    }
    return runs;
  }
}

async function answered<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}
