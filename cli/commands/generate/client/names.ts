/** Hands out identifiers, each once. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Returns the wanted name, with a number if it is taken. */
  unique(proposedName: string): string {
    let name = proposedName;
    for (let number = 2; this.#taken.has(name); number++) name = `${proposedName}${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** `daily-report` → `DailyReport`; a name that starts with a digit gets a letter in front. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return /^[A-Za-z]/.test(name) ? name : `T${name}`;
}

export function camelCase(text: string): string {
  const name = pascalCase(text);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Returns a member name as TypeScript writes it: quoted unless it is an identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns a comment in front of a declaration or member; empty without text. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text.trim() === '') return '';
  const lines = text
    .trim()
    .replaceAll('*/', '*\u200B/')
    .split(/\s*\n\s*/);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
