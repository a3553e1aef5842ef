/** Values shorter than this would mask ordinary words. */
const shortest = 4;

/** Remembers what must not show and takes it out of texts. */
export class Masking {
  readonly #values = new Set<string>();
  #pattern: RegExp | undefined;

  remember(value: string): void {
    if (value.length < shortest || this.#values.has(value)) return;
    this.#values.add(value);
    // Also as it stands inside JSON text.
    this.#values.add(JSON.stringify(value).slice(1, -1));
    this.#pattern = undefined;
  }

  mask(text: string): string {
    if (this.#values.size === 0) return text;
    this.#pattern ??= new RegExp(
      [...this.#values]
        .sort((a, b) => b.length - a.length)
        .map((value) => value.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
        .join('|'),
      'g',
    );
    return text.replace(this.#pattern, '***');
  }
}
