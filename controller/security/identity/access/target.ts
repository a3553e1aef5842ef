/** The objects that a caller wants to act on. Without `type` and `name`: all objects. */
export interface Target {
  /** Left out for objects that belong to the installation and not to a branch. */
  branch?: string;
  type?: string;
  name?: string;
  /** The environment that a run or a call uses; null for none. Only scopes ask for it. */
  environment?: string | null;
  /** A part of the target is enough, because the answer leaves out what the caller may not see. */
  some?: boolean;
}

/** True when `pattern`, in which `*` stands for any text, matches all of `text`. Takes at most the product of both lengths. */
export function matches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
