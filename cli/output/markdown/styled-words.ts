import type { Token } from 'markdown-it';
import type { Palette } from '../terminal/palette.js';
import { textWidth } from '../terminal/text-width.js';
import type { Word } from '../terminal/wrapped.js';

type Style = (text: string) => string;

interface Piece {
  text: string;
  style: Style;
}

/** Returns the words of a line of Markdown with their colours; each has all of its codes, as lines may end after it. */
export function styledWords(tokens: readonly Token[], palette: Palette, isHeading = false): Word[] {
  const words: Word[] = [];
  let isOpen = false;
  for (const { text, style } of getPieces(tokens, palette, isHeading)) {
    for (const [index, part] of text.split(/\s/).entries()) {
      if (index > 0) isOpen = false;
      if (part === '') continue;
      const last = isOpen ? words.pop() : undefined;
      words.push({
        text: (last?.text ?? '') + style(part),
        width: (last?.width ?? 0) + textWidth(part),
      });
      isOpen = true;
    }
  }
  return words;
}

function getPieces(tokens: readonly Token[], palette: Palette, isHeading: boolean): Piece[] {
  const plain: Style = isHeading ? palette.bold : (text) => text;
  const pieces: Piece[] = [];
  let style = plain;
  let address: string | null = null;
  let label = '';
  for (const token of tokens) {
    const { type, content } = token;
    if (type === 'strong_open') style = palette.bold;
    else if (type === 'strong_close') style = plain;
    else if (type === 'softbreak' || type === 'hardbreak') pieces.push({ text: ' ', style });
    else if (type === 'link_open') [address, label] = [token.attrGet('href'), ''];
    else if (type === 'link_close') {
      if (address !== null && address !== label) pieces.push({ text: ` (${address})`, style });
      address = null;
    } else if (content !== '') {
      label += content;
      pieces.push(type === 'code_inline' ? codePiece(content, palette) : { text: content, style });
    }
  }
  return pieces;
}

/** Without colours, marks show what is code. */
function codePiece(text: string, { cyan }: Palette): Piece {
  return cyan(text) === text ? { text: `\`${text}\``, style: cyan } : { text, style: cyan };
}
