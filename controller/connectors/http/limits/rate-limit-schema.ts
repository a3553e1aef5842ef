import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';

/** The requests that all calls of a connection may send. */
export interface RateLimitConfig {
  requests?: number;
  per?: 'second' | 'minute' | 'hour' | 'day';
  burst?: number;
  concurrency?: number;
  /** Seconds. */
  maxWait?: number;
}

/** Calls at the same time are counted by each process; requests in a period are counted by all of them together. */
export function getStateOfLimit(rateLimit: Json | undefined): 'rate-limit' | undefined {
  return isObject(rateLimit) && rateLimit['concurrency'] !== undefined ? 'rate-limit' : undefined;
}

const whole = (title: string, description: string, maximum: number, example: number): JsonObject => ({
  title,
  description,
  type: 'integer',
  minimum: 1,
  maximum,
  examples: [example],
});

export const rateLimitField: JsonObject = {
  title: 'Rate limit',
  description:
    'The requests that all runs together may send over this connection. Further calls wait in their order; `Retry-After` of the server holds all of them back. Nodes that share a PostgreSQL database count together.',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  dependentRequired: { requests: ['per'], per: ['requests'], burst: ['requests'] },
  properties: {
    requests: whole(
      'Requests',
      'The most requests in any `per`, repeated and redirected ones too.',
      10_000,
      100,
    ),
    per: {
      title: 'Per',
      description: 'The time for that number of requests.',
      enum: ['second', 'minute', 'hour', 'day'],
      examples: ['minute'],
    },
    burst: whole(
      'Burst',
      'The most requests at once; further ones are spread evenly. Default: as many as `requests`.',
      10_000,
      10,
    ),
    concurrency: whole('Concurrency', 'The most calls at the same time.', 1_000, 4),
    maxWait: {
      title: 'Longest wait',
      description:
        'The longest time that a call waits for its turn, in seconds; then it fails with status 429.',
      type: 'number',
      minimum: 0.001,
      maximum: 86_400,
      default: 600,
      examples: [60],
    },
  },
  examples: [{ requests: 100, per: 'minute', concurrency: 4 }],
};
