import { BoundedMap } from '../../concurrency/bounded-map.js';

const quarter = 15 * 60_000;
const day = 86_400_000;

/** A time zone of the IANA database. Wall-clock times are ms since 1970-01-01T00:00 on the clock of the zone. */
export class TimeZone {
  static readonly #known = new BoundedMap<string, TimeZone>(512);
  readonly #format: Intl.DateTimeFormat | undefined;
  /** By quarter of an hour: no zone changes its offset at another moment. */
  readonly #offsets = new BoundedMap<number, number>(1_024);

  private constructor(readonly name: string) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const times = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    const options = { ...fields, ...times, calendar: 'gregory', numberingSystem: 'latn' } as const;
    this.#format =
      name === 'UTC' ? undefined : new Intl.DateTimeFormat('en-US', { ...options, timeZone: name });
  }

  /** @throws RangeError for an unknown name */
  static named(name: string): TimeZone {
    const cachedZone = TimeZone.#known.get(name);
    if (cachedZone) return cachedZone;
    const zone = new TimeZone(name);
    TimeZone.#known.set(name, zone);
    return zone;
  }

  /** The wall-clock time at an instant. */
  wallAt(instant: number): number {
    return instant + this.#offsetAt(instant);
  }

  /**
   * The instant of a wall-clock time: the first one of a time that occurs twice, and the end of the gap for a time that
   * does not occur. Never decreases with the wall-clock time.
   */
  toInstant(wall: number): number {
    if (!this.#format) return wall;
    const [before, after] = [this.#offsetAt(wall - day), this.#offsetAt(wall + day)];
    const earliest = wall - Math.max(before, after);
    const latest = wall - Math.min(before, after);
    if (this.wallAt(earliest) === wall) return earliest;
    if (this.wallAt(latest) === wall) return latest;
    return this.#changeBetween(earliest, latest);
  }

  /** True when the offset did not change in the hours before an instant. */
  isSteadyBefore(instant: number, ms: number): boolean {
    return this.#offsetAt(instant) === this.#offsetAt(instant - ms);
  }

  /** Returns the first instant of `(from, to]` at which the clock is set. */
  findChange(from: number, to: number): number | undefined {
    for (let start = from; start < to; start += day) {
      const end = Math.min(start + day, to);
      if (this.#offsetAt(start) !== this.#offsetAt(end)) return this.#changeBetween(start, end);
    }
    return undefined;
  }

  /** Returns the last instant of `(from, to]` at which the clock is set. */
  findLastChange(from: number, to: number): number | undefined {
    for (let end = to; end > from; end -= day) {
      const start = Math.max(end - day, from);
      if (this.#offsetAt(start) !== this.#offsetAt(end)) return this.#changeBetween(start, end);
    }
    return undefined;
  }

  /** RFC 3339 with the offset of the zone, without fractions of a second. */
  toInstantText(instant: number): string {
    const offset = this.#offsetAt(instant);
    const text = new Date(instant + offset).toISOString().slice(0, 19);
    if (offset === 0) return `${text}Z`;
    const minutes = Math.round(Math.abs(offset) / 60_000);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${text}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  /** The instant between two at which the offset changes. */
  #changeBetween(from: number, to: number): number {
    const before = this.#offsetAt(from);
    let [low, high] = [Math.floor(from / quarter), Math.ceil(to / quarter)];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#offsetAt(middle * quarter) === before) low = middle;
      else high = middle;
    }
    return high * quarter;
  }

  #offsetAt(instant: number): number {
    if (!this.#format) return 0;
    const key = Math.floor(instant / quarter);
    const cachedOffset = this.#offsets.get(key);
    if (cachedOffset !== undefined) return cachedOffset;
    const offset = this.#compute(key * quarter);
    this.#offsets.set(key, offset);
    return offset;
  }

  #compute(instant: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of this.#format?.formatToParts(instant) ?? []) part[type] = Number(value);
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, date, hour, minute, second) - instant;
  }
}
