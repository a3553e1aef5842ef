import type { Json, JsonObject } from '../../schemas/json.js';
import type { CompiledCachePolicy } from '../library/index.js';

/** A cache policy of one branch, as one version of its file states it. */
export interface CachePolicy {
  name: string;
  /** Tells this version of the policy on this branch from all others; another one begins with nothing kept. */
  identity: string;
  rules: CompiledCachePolicy;
}

/** Something that is asked for and may have been answered before. */
export interface Question {
  policy: CachePolicy;
  /** What the answer depends on besides the key: what is asked, and every setting of it. */
  about: readonly string[];
  /** What the policy's key is computed from. */
  input: Json;
  /** Aborts when this asker goes away. */
  signal: AbortSignal;
  /** Whether this asker may wait for the answer to somebody else's same question. */
  mayShare: boolean;
  /** Finds out the answer. Its signal aborts when nobody waits for it any more. */
  ask(signal: AbortSignal): Promise<Json>;
  /** As `ask`, in the background, for those who ask later. */
  refresh(signal: AbortSignal): Promise<Json>;
  /** Whether an error is the answer to all who wait for it; otherwise the next of them asks. */
  isAnswer(error: unknown): boolean;
  log(level: 'info' | 'warn', message: string, data: JsonObject): void;
}

export interface CacheOptions {
  /** Characters of JSON; a longer answer is not kept. */
  largestAnswer: number;
  /** Characters of JSON that all answers together may have. Default 64 Mi. */
  largestTotal?: number;
  /** ms since the epoch. */
  now?: () => number;
}

/** Answers in memory, of this process alone. */
export interface Caches {
  /** A kept answer, or a new one. @throws what `ask` throws, or the signal's reason */
  answer(question: Question): Promise<Json>;
}
