import { Offering } from '../../concurrency/inbox.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { EventPlace, ReceivedEvent, StepKey, WantedEvents } from '../../flows/index.js';
import type { Write } from '../../storage/index.js';
import type { RunState } from '../journal/run-state.js';
import type { BranchEvent, EventStore, NewEvent } from './event-store.js';
import type { EventStream, Subscription } from './event-stream.js';

export interface EventServices {
  readonly store: EventStore;
  readonly stream: EventStream;
}

/** Events of the first page, which is mostly the one that woke the run, and of the later ones. */
const firstPage = 1;
const page = 200;
/** Types that the state of a run names. */
const maxNamed = 3;

/** The steps of one run that wait for events. Its rows in the database make it found while the run is not in memory. */
export class RunListening {
  readonly #steps = new Map<StepKey, ListeningStep>();
  readonly #consumed: Set<number>;
  /** Positions of the steps when the run was parked; read at the first use. */
  #parked: Promise<Map<string, number>> | undefined;
  #hasRows: boolean;
  #isFrozen = false;
  /** True when the steps changed since the rows were written. */
  isChanged = false;

  /** @param received the events that the run has consumed */
  constructor(
    private readonly state: RunState,
    private readonly services: EventServices,
    received: Iterable<ReceivedEvent>,
  ) {
    this.#hasRows = state.waitingFor?.startsWith(prefix) === true;
    this.#consumed = new Set(Array.from(received, ({ position }) => position));
  }

  /** The events that the run waits for, in words; undefined for none. */
  get description(): string | undefined {
    if (this.#steps.size === 0) return undefined;
    const types = new Set(
      [...this.#steps.values()].flatMap(({ request: events }) => events.places.map(getName)),
    );
    // The other types of a pattern are those of svc that it fits.
    const named = types.has(anyType) ? [anyType] : [...types].slice(0, maxNamed);
    const more = types.has(anyType) ? 0 : types.size - named.length;
    return `${prefix}${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  /** Begins to listen. @param received the event that the step has consumed before */
  async add(
    key: StepKey,
    request: WantedEvents,
    received: ReceivedEvent | undefined,
  ): Promise<ListeningStep> {
    const position = Math.max(received?.position ?? 0, await this.#getStart(key));
    const step = new ListeningStep(this.state, this.services, request, {
      position,
      consumed: this.#consumed,
    });
    this.#steps.set(key, step);
    this.isChanged = true;
    return step;
  }

  remove(key: StepKey): void {
    if (this.#isFrozen) return;
    this.#steps.get(key)?.end();
    this.#steps.delete(key);
    this.isChanged = true;
  }

  /** Keeps the steps although the plan unwinds, until the run has left memory. */
  freeze(): void {
    this.#isFrozen = true;
  }

  release(): void {
    for (const step of this.#steps.values()) step.end();
    this.#steps.clear();
  }

  /**
   * Returns the writes that go with the row of the run; call it while the transaction runs, before the row is made. A run
   * that waits is woken at once when an event came since its steps looked for one.
   */
  writes(): Write[] {
    const { state } = this;
    const { store } = this.services;
    const isWaiting = state.status === 'waiting' && this.#steps.size > 0;
    const writes = this.#hasRows ? [store.unlisten(state.id)] : [];
    this.isChanged = false;
    this.#hasRows = isWaiting;
    if (!isWaiting) return writes;
    for (const [key, { request: events, position, isOffered }] of this.#steps) {
      writes.push(...store.listen(state, key, events.places, position));
      if (isOffered) state.wakeAt = Date.now();
    }
    return writes;
  }

  /** The position after which a step looks for events: those since the run was accepted, or since it was parked. */
  async #getStart(key: StepKey): Promise<number> {
    const { store } = this.services;
    if (this.#hasRows) this.#parked ??= store.getPositions(this.state.id);
    const row = (await this.#parked)?.get(key);
    return row ?? store.positionBefore(this.state.id);
  }
}

const prefix = 'event ';

const anyType = 'of any type';

function getName({ type }: EventPlace): string {
  return type ?? anyType;
}

/** One step that waits for an event. */
export class ListeningStep extends Offering implements Subscription {
  readonly #types: readonly string[] | undefined;
  readonly #unsubscribe: () => void;
  #position: number;

  constructor(
    private readonly state: Pick<RunState, 'branch' | 'flow'>,
    private readonly services: EventServices,
    readonly request: WantedEvents,
    private readonly recorded: { position: number; consumed: Set<number> },
  ) {
    super();
    const types = request.places.map(({ type }) => type);
    this.#types = types.includes(undefined) ? undefined : [...new Set(types as string[])];
    this.#position = recorded.position;
    this.#unsubscribe = services.stream.subscribe(state.branch, this);
  }

  /** The step has looked at the events up to this one. */
  get position(): number {
    return this.#position;
  }

  offer(offered: NewEvent | BranchEvent): void {
    const { event } = offered;
    if ('seq' in offered && offered.seq <= this.#position) return;
    if (this.#types === undefined || this.#types.includes(String(event['type']))) this.isOffered = true;
  }

  /** Returns the next event that fits, which no other step can take then. */
  async look(): Promise<ReceivedEvent | undefined> {
    const { store } = this.services;
    const { consumed } = this.recorded;
    const { branch, flow } = this.state;
    this.isOffered = false;
    for (let limit = firstPage; ; limit = page) {
      const events = await store.ofTypes(branch, this.#types, this.#position, limit);
      for (const { seq, event, origin } of events) {
        if (isTurnOver()) await nextTurn();
        const isMeant = origin.flows === undefined || origin.flows.includes(flow);
        const isWanted = isMeant && !consumed.has(seq) && (await this.request.fits(event, seq));
        this.#position = seq;
        // Another step may have taken it meanwhile.
        if (!isWanted || consumed.has(seq)) continue;
        consumed.add(seq);
        return { position: seq, event };
      }
      if (events.length === 0) return undefined;
    }
  }

  end(): void {
    this.#unsubscribe();
  }
}
