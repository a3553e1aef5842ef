import type { JsonObject } from '../../../../../schemas/json/types.js';

/** Inputs whose runs are recorded, with what others answer. */
export const inputs: Readonly<Record<string, readonly (readonly [JsonObject, JsonObject?])[]>> = {
  'quote-repair': [
    [{ repair: 'r-1' }],
    [{ repair: 'r-2' }],
    [{ repair: 'r-3' }],
    [{ repair: 'r-2', rate: 3 }],
  ],
  'order-parts': [
    [{ parts: ['tube', 'chain', 'bell', 'brake'] }],
    [{ parts: ['chain', 'brake', 'saddle', 'tube'] }],
  ],
  'check-suppliers': [[{}], [{}]],
  'book-slot': [[{ day: 'monday' }], [{ day: 'full', hours: 3 }], [{ day: 'busy' }], [{ day: 'broken' }]],
  agree: [
    [{ repair: 'r-1', total: 28 }, { agreed: true }],
    [
      { repair: 'r-2', total: 103 },
      { agreed: false, words: 'too much' },
    ],
  ],
  'await-payment': [[{ repair: 'r-1', total: 28 }, { amount: 20 }]],
  'import-repairs': [[{}]],
  'remind-owners': [[{}]],
  'price-list': [[{}]],
  'first-offer': [[{}]],
};
