import type { Proof } from '../proof.js';

export const proof: Proof = { summary: 'attacks on one real service', async run() {} };
