import { type ReactElement, useMemo, useState } from 'react';
import { Icon } from '../../parts/icon.js';
import { getTone, type Status, StatusDot } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';
import { readFlowBlocks } from './flow-blocks.js';
import { layoutFlow, type PlacedBlock } from './layout.js';
import './graph.css';

const zooms = [0.5, 0.75, 1, 1.25];

/** The state of a task in a run. */
export interface TaskState {
  status: Status;
  /** The number of its executions. */
  count: number;
}

interface FlowGraphProps {
  definition: unknown;
  /** Undefined where the graph shows no run. */
  states?: ReadonlyMap<string, TaskState>;
  /** The task that deserves the attention of the reader. */
  place?: string | undefined;
  onOpen?: (reference: string) => void;
}

/** A flow as nested boxes, with the state of each task where it shows a run. */
export function FlowGraph({ definition, states, place, onOpen }: FlowGraphProps): ReactElement {
  const layout = useMemo(() => layoutFlow(readFlowBlocks(definition)), [definition]);
  const [zoom, setZoom] = useState(1);
  return (
    <section className="card graph" aria-label={texts.graph.label}>
      <div className="graph-tools">
        <ZoomButton icon="minus" label={texts.graph.smaller} zoom={step(zoom, -1)} onZoom={setZoom} />
        <span>{Math.round(zoom * 100)} %</span>
        <ZoomButton icon="plus" label={texts.graph.larger} zoom={step(zoom, 1)} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className="graph-view" tabIndex={0} role="group" aria-label={texts.graph.label}>
        <div className="graph-sheet" style={{ width: layout.width * zoom, height: layout.height * zoom }}>
          <div
            className="graph-scaled"
            style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
          >
            <svg className="graph-arrows" width={layout.width} height={layout.height} aria-hidden="true">
              {layout.arrows.map(({ key, x, from, to }) => (
                <path key={key} d={`M${x} ${from + 2}V${to - 3}m-4 -5l4 5l4 -5`} />
              ))}
            </svg>
            {layout.titles.map(({ key, text, x, y }) => (
              <span key={key} className="graph-lane" style={{ left: x, top: y }}>
                {text}
              </span>
            ))}
            {layout.blocks.map((placed) => (
              <BlockBox
                key={placed.block.reference}
                placed={placed}
                look={states ? getLook(states.get(placed.block.reference)) : 'tone-calm'}
                state={states?.get(placed.block.reference)}
                isPlace={place === placed.block.reference}
                onOpen={onOpen && (() => onOpen(placed.block.reference))}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function step(zoom: number, by: number): number | undefined {
  return zooms[zooms.indexOf(zoom) + by];
}

interface ZoomButtonProps {
  icon: 'minus' | 'plus';
  label: string;
  zoom: number | undefined;
  onZoom: (zoom: number) => void;
}

function ZoomButton({ icon, label, zoom, onZoom }: ZoomButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="button button-icon button-small"
      aria-label={label}
      disabled={zoom === undefined}
      onClick={() => zoom !== undefined && onZoom(zoom)}
    >
      <Icon name={icon} />
    </button>
  );
}

function getLook(state: TaskState | undefined): string {
  return state ? `tone-${getTone(state.status)}` : 'tone-calm graph-not-run';
}

interface BlockBoxProps {
  placed: PlacedBlock;
  look: string;
  state: TaskState | undefined;
  isPlace: boolean;
  onOpen: (() => void) | undefined;
}

function BlockBox({ placed, look, state, isPlace, onOpen }: BlockBoxProps): ReactElement {
  const { block, x, y, width, height, headHeight, depth } = placed;
  return (
    <div
      className={`graph-block ${look} ${isPlace ? 'graph-place' : ''} ${depth % 2 === 1 ? 'graph-odd' : ''}`}
      style={{ left: x, top: y, width, height }}
    >
      {onOpen ? (
        <button
          type="button"
          className="graph-head"
          style={{ height: headHeight }}
          disabled={!state}
          onClick={onOpen}
        >
          <BlockText block={block} state={state} />
        </button>
      ) : (
        <div className="graph-head" style={{ height: headHeight }}>
          <BlockText block={block} state={state} />
        </div>
      )}
    </div>
  );
}

function BlockText({
  block,
  state,
}: {
  block: PlacedBlock['block'];
  state: TaskState | undefined;
}): ReactElement {
  return (
    <>
      <span className="graph-line">
        {state ? <StatusDot status={state.status} /> : null}
        <span className="graph-name">{block.name}</span>
        {state && state.count > 1 ? <span className="graph-count">×{state.count}</span> : null}
      </span>
      <span className="graph-detail">
        {block.type}
        {block.detail ? ` · ${block.detail}` : ''}
      </span>
      {block.cases.map((each) => (
        <span key={each} className="graph-case">
          {each}
        </span>
      ))}
      {block.next ? <span className="graph-case">→ {block.next}</span> : null}
    </>
  );
}
