import { en, type Texts } from './en.js';

/** The texts in the language of the reader. There is one language so far. */
export const texts: Texts = en;
