import type { FlowBlock, FlowLane } from './flow-blocks.js';

/** A rectangle of the graph, in pixels from its corner. */
export interface PlacedBlock {
  block: FlowBlock;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The height of the part with the name; the lanes are below it. */
  headHeight: number;
  depth: number;
}

interface PlacedTitle {
  key: string;
  text: string;
  x: number;
  y: number;
}

/** An arrow from one task down to the next. */
interface PlacedArrow {
  key: string;
  x: number;
  from: number;
  to: number;
}

export interface FlowLayout {
  width: number;
  height: number;
  blocks: PlacedBlock[];
  titles: PlacedTitle[];
  arrows: PlacedArrow[];
}

export const taskWidth = 216;
const headHeight = 52;
const lineHeight = 20;
const gap = 24;
const padding = 16;
const titleHeight = 22;

/**
 * Places the blocks of a flow: tasks one below the other, lanes side by side. Depends on the blocks alone, so that a version
 * looks like the one before where it is the same; time grows with the number of blocks.
 */
export function layoutFlow(blocks: readonly FlowBlock[]): FlowLayout {
  const layout: FlowLayout = { width: 0, height: 0, blocks: [], titles: [], arrows: [] };
  const sizes = new Map<FlowBlock, Size>();
  const { width, height } = measureColumn(blocks, sizes);
  placeColumn(blocks, { x: 0, y: 0, width, depth: 0 }, sizes, layout);
  return { ...layout, width, height };
}

interface Size {
  width: number;
  height: number;
}

function measureColumn(blocks: readonly FlowBlock[], sizes: Map<FlowBlock, Size>): Size {
  let width = taskWidth;
  let height = 0;
  for (const [index, block] of blocks.entries()) {
    const size = measureBlock(block, sizes);
    width = Math.max(width, size.width);
    height += size.height + (index === 0 ? 0 : gap);
  }
  return { width, height };
}

function measureBlock(block: FlowBlock, sizes: Map<FlowBlock, Size>): Size {
  const head = getHeadHeight(block);
  const lanes = block.lanes.map((lane) => measureLane(lane, sizes));
  const size =
    lanes.length === 0
      ? { width: taskWidth, height: head }
      : {
          width: lanes.reduce((sum, lane) => sum + lane.width + padding, padding),
          height: head + Math.max(...lanes.map((lane) => lane.height)) + padding,
        };
  sizes.set(block, size);
  return size;
}

function measureLane({ title, blocks }: FlowLane, sizes: Map<FlowBlock, Size>): Size {
  const { width, height } = measureColumn(blocks, sizes);
  return { width, height: height + (title === '' ? 0 : titleHeight) };
}

function getHeadHeight({ cases, next }: FlowBlock): number {
  return headHeight + (cases.length + (next === undefined ? 0 : 1)) * lineHeight;
}

interface Column {
  x: number;
  y: number;
  width: number;
  depth: number;
}

function placeColumn(
  blocks: readonly FlowBlock[],
  { x, y, width, depth }: Column,
  sizes: Map<FlowBlock, Size>,
  layout: FlowLayout,
): void {
  let top = y;
  for (const [index, block] of blocks.entries()) {
    const size = sizes.get(block) ?? { width: taskWidth, height: headHeight };
    const left = x + (width - size.width) / 2;
    if (index > 0 && blocks[index - 1]?.next === undefined)
      layout.arrows.push({ key: block.reference, x: x + width / 2, from: top - gap, to: top });
    placeBlock(block, { x: left, y: top, ...size, depth }, sizes, layout);
    top += size.height + gap;
  }
}

function placeBlock(
  block: FlowBlock,
  place: Size & Omit<Column, 'width'>,
  sizes: Map<FlowBlock, Size>,
  layout: FlowLayout,
): void {
  const head = getHeadHeight(block);
  layout.blocks.push({ block, ...place, headHeight: head });
  let left = place.x + padding;
  for (const [index, lane] of block.lanes.entries()) {
    const { width } = measurePlaced(lane, sizes);
    const top = place.y + head;
    if (lane.title !== '')
      layout.titles.push({ key: `${block.reference}#${index}`, text: lane.title, x: left, y: top });
    const offset = lane.title === '' ? 0 : titleHeight;
    placeColumn(lane.blocks, { x: left, y: top + offset, width, depth: place.depth + 1 }, sizes, layout);
    left += width + padding;
  }
}

function measurePlaced({ blocks }: FlowLane, sizes: Map<FlowBlock, Size>): { width: number } {
  return { width: Math.max(taskWidth, ...blocks.map((block) => sizes.get(block)?.width ?? 0)) };
}
