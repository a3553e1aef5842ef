import { type Metric, metrics } from '../../http/metric-list.js';
import { blocks, code, fenced } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each metric. */
export function metricTopics(): Topic[] {
  return Object.entries<Metric>(metrics).map(([name, { type, help, labels }]) => ({
    name: `metric.${name}`,
    title: name,
    summary: `${help}.`,
    text: blocks(
      `- Type: ${type}\n- Labels: ${labels.length === 0 ? 'none' : labels.map(code).join(', ')}`,
      '## As a query of Prometheus',
      fenced('promql', getQuery(name, type, labels)),
    ),
  }));
}

/** Returns the query that most readers want of such a metric. */
function getQuery(name: string, type: Metric['type'], labels: readonly string[]): string {
  const by = labels.length === 0 ? '' : ` by (${labels.join(', ')})`;
  if (type === 'counter') return `sum${by} (rate(${name}[5m]))`;
  if (type === 'gauge') return labels.length === 0 ? `max(${name})` : `sum${by} (${name})`;
  const kept = labels.filter((label) => label !== 'status' && label !== 'branch').join(', ');
  return `histogram_quantile(0.95, sum by (le, ${kept}) (rate(${name}_bucket[5m])))`;
}
