import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { callService } from '../../../data/client.js';
import { ServiceProblem } from '../../../data/problem.js';
import type { Run, TaskExecution } from '../../../data/runs.js';
import { Icon } from '../../../parts/icon.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { getTone, StatusDot } from '../../../parts/status.js';
import { texts } from '../../../texts/texts.js';
import { readFlowBlocks } from './flow-blocks.js';
import { layoutFlow, type PlacedBlock } from './layout.js';
import { getTaskStates, type TaskState } from './task-states.js';
import './graph.css';

const zooms = [0.5, 0.75, 1, 1.25];

/** The flow as it was when the run began, as nested boxes with the state of each task. */
export function Graph({ run, tasks }: { run: Run; tasks: readonly TaskExecution[] }): ReactElement {
  const definition = useFlowDefinition(run);
  const layout = useMemo(() => layoutFlow(readFlowBlocks(definition.data)), [definition.data]);
  const states = useMemo(() => getTaskStates(tasks), [tasks]);
  const navigate = useNavigate();
  const [zoom, setZoom] = useState(1);
  if (definition.isPending) return <span className="skeleton graph-waiting" />;
  if (definition.isError)
    return <ProblemNote error={definition.error} onRetry={() => void definition.refetch()} />;
  const open = (reference: string) => {
    const execution = tasks.findLast((task) => task.reference === reference);
    if (!execution) return;
    const search = { task: run.id + execution.key };
    void navigate({ to: '/runs/$run', params: { run: run.id }, search, resetScroll: false });
  };
  return (
    <section className="card graph" aria-label={texts.run.views.graph}>
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
                state={states.get(placed.block.reference)}
                isPlace={run.error?.instance === placed.block.reference}
                onOpen={() => open(placed.block.reference)}
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

interface BlockBoxProps {
  placed: PlacedBlock;
  state: TaskState | undefined;
  isPlace: boolean;
  onOpen: () => void;
}

function BlockBox({ placed, state, isPlace, onOpen }: BlockBoxProps): ReactElement {
  const { block, x, y, width, height, headHeight, depth } = placed;
  const look = state ? `tone-${getTone(state.status)}` : 'tone-calm graph-not-run';
  return (
    <div
      className={`graph-block ${look} ${isPlace ? 'graph-place' : ''} ${depth % 2 === 1 ? 'graph-odd' : ''}`}
      style={{ left: x, top: y, width, height }}
    >
      <button
        type="button"
        className="graph-head"
        style={{ height: headHeight }}
        disabled={!state}
        onClick={onOpen}
      >
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
      </button>
    </div>
  );
}

/** The definition at the revision of the run; where there are no versions, the present one. */
function useFlowDefinition({ branch, flow, revision }: Run) {
  return useQuery({
    queryKey: ['flow-at', branch, flow, revision],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<unknown> => {
      try {
        const path = { branch, type: 'flow', name: flow, commitHash: revision };
        const at = await callService('get', '/api/v1/{branch}/versions/{type}/{name}/at/{commitHash}', {
          path,
          signal,
        });
        return at.definition;
      } catch (error) {
        if (!(error instanceof ServiceProblem) || ![404, 409, 422].includes(error.status)) throw error;
        const path = { branch, name: flow };
        const now = await callService('get', '/api/v1/{branch}/flows/{name}', { path, signal });
        return now.definition;
      }
    },
  });
}
