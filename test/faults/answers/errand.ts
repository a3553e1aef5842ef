import type { Random } from '../random.js';
import type { AnsweredService } from './service.js';

/** A way on which a server sends to svc outside of runs. */
export interface Errand {
  readonly name: string;
  /** Settings of the service, as lines of YAML. */
  readonly settings: string;
  /** The part of the rounds that perform it. */
  readonly share: number;
  /** Asks for something while the server breaks its answers. Resolves with what is wrong. */
  perform(target: AnsweredService, random: Random): Promise<Performed>;
  stop(): Promise<void>;
}

export interface Performed {
  readonly fault: string;
  readonly wrong?: string | undefined;
}

/** Texts that no person must be shown: stacks, and words of programs. */
export const inside =
  /\bassert|\n\s+at |\bat [\w.<>]+ \(|node_modules|node:internal|internal error|TypeError|\[object |undefined/i;

/** Faults that mean nothing to a reader that decodes no bodies, or the opposite. */
export const ofCoding = /compressed|unpacks/;
