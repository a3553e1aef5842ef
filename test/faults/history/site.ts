import type { ServiceProcess } from '../../journeys/service-process.js';
import type { MovedClock } from '../clock/moved-clock.js';
import type { Random } from '../random.js';

/** An installation that clients use while faults break it. */
export interface Site {
  /** All processes of the installation. */
  readonly processes: readonly ServiceProcess[];
  /** Those to which a load balancer sends requests now. */
  readonly services: readonly ServiceProcess[];
  /** The key of the first administrator. */
  readonly apiKey: string;
  /** The repository at which all acknowledged writes of entities arrive. */
  readonly repository: string;
  /** Undefined where the clock cannot be moved. */
  readonly clock: MovedClock | undefined;
  readonly faults: readonly Fault[];
  /** Deletes an entry of the store from the database, which no service would do. */
  loseEntry(key: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface Fault {
  /** The fault in words, for a table of figures. */
  readonly name: string;
  /** Brings the fault and ends it. All processes run at the end, ready or not. */
  bring(random: Random): Promise<void>;
}

const second = 1_000;

/** Moves the clock for all processes. */
export function clockFaults(clock: MovedClock | undefined): Fault[] {
  if (!clock) return [];
  return [
    {
      name: 'clocks an hour back',
      async bring(random) {
        clock.move(-3_600);
        await sleep(random.whole(3, 8) * second);
        clock.move(3_600);
      },
    },
    {
      name: 'clocks ten minutes forward',
      async bring() {
        clock.move(600);
      },
    },
  ];
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
