import { Problem } from '../controller/problems/index.js';

/** Lists and objects inside each other that a body may have: what works with values goes down them by recursion. */
const deepest = 500;

const quote = 34;
const backslash = 92;
/** `[` and `{`, `]` and `}` differ in one bit. */
const opening = 91;
const closing = 93;
const bit = 32;

/** A problem for JSON text that nests too deep, before anything of it is parsed. */
export function depthProblem(text: string): Problem | undefined {
  // So short it cannot: nearly all bodies are.
  if (text.length <= deepest || !nestsDeeper(text)) return undefined;
  return new Problem('request_invalid', `The body is nested deeper than ${deepest} levels`, {
    hints: ['Flatten it: send lists and objects less deep inside each other.'],
  });
}

function nestsDeeper(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if ((code & ~bit) === opening) {
      depth += 1;
      if (depth > deepest) return true;
    } else if ((code & ~bit) === closing) depth -= 1;
  }
  return false;
}
