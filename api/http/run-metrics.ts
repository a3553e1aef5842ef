import { durationBounds, type RunFigures } from '../../controller/observability/index.js';
import { type MetricName, metrics } from './metric-list.js';

/**
 * The metrics of ended runs in the text format of Prometheus. They are written here, because prom-client cannot set a
 * histogram to figures that are kept elsewhere.
 */
export function runFiguresText(figures: readonly RunFigures[]): string {
  const runs = figures.flatMap(({ flow, branch, ended }) =>
    Object.entries(ended).map(
      ([status, count]) => `svc_runs_total{${labels({ flow, branch, status })}} ${count}`,
    ),
  );
  return [
    ...getHead('svc_runs_total'),
    ...runs,
    ...getHead('svc_run_duration_seconds'),
    ...figures.flatMap(durationLines),
    '',
  ].join('\n');
}

function getHead(name: MetricName): string[] {
  const { help, type } = metrics[name];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function durationLines({ flow, branch, ended, seconds, within }: RunFigures): string[] {
  const name = 'svc_run_duration_seconds';
  const count = Object.values(ended).reduce((sum, one) => sum + one, 0);
  const bucket = (le: string, value: number) => `${name}_bucket{${labels({ flow, branch, le })}} ${value}`;
  return [
    ...durationBounds.map((bound, at) => bucket(String(bound), within[at] ?? 0)),
    bucket('+Inf', count),
    `${name}_sum{${labels({ flow, branch })}} ${seconds}`,
    `${name}_count{${labels({ flow, branch })}} ${count}`,
  ];
}

function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
