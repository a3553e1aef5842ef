/** Returns a text as a sentence: with one full stop at its end, or the mark that it ends with. */
export function sentence(text: string): string {
  const trimmed = withoutDoubleStops(text.trimEnd());
  return /[.!?…:]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Removes the second full stop where two texts were put together that both had one; an ellipsis and `..` in a path stay. */
export function withoutDoubleStops(text: string): string {
  return text.replaceAll(/(?<![\s./\\])\.\.(?=\s|$)/g, '.');
}
