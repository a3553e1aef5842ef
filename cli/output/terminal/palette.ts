import type { Io, OutputStream } from '../../contract/io.js';

/** Colours for one stream; without colour each function returns its text unchanged. */
export type Palette = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>
>;

/** Uses colour only on a terminal, and never when `NO_COLOR` is set (https://no-color.org). */
export function paletteFor(stream: OutputStream, env: Io['env']): Palette {
  const isColoured = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const paint = (open: number, close: number) => (text: string) =>
    isColoured ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
