import type { JsonObject } from '../../../schemas/json/types.js';
import type { Form } from '../web-api/actions.js';
import { getLimit, limitField, named, text, texts } from '../web-api/fields.js';
import { getPath } from '../web-api/path.js';
import { getData, type PrometheusConfig } from './api.js';
import { moment } from './queries.js';

const range: JsonObject = {
  start: moment('Start', 'Only series with samples since then.'),
  end: moment('End', 'Only series with samples until then.'),
};

const match = texts('Match', 'Selectors of series; one of them fits.', ['up{job="shop"}']);

const names: JsonObject = { title: 'Names', type: 'array', items: { type: 'string' } };

/** Series and their labels. */
export const labelForms: Readonly<Record<string, Form<PrometheusConfig>>> = {
  listSeries: {
    title: 'List series',
    description: 'Returns the labels of the series that fit.',
    hints: 'reads',
    properties: { match: { ...match, minItems: 1 }, ...range, limit: limitField },
    required: ['match'],
    output: {
      title: 'Series',
      type: 'array',
      items: { type: 'object', additionalProperties: { type: 'string' } },
    },
    run: async (session, input) => listed(await session.json('GET', '/api/v1/series', asked(input)), input),
  },
  listLabels: {
    title: 'List labels',
    description: 'Returns the names of labels.',
    hints: 'reads',
    output: names,
    properties: { match, ...range, limit: limitField },
    run: async (session, input) => listed(await session.json('GET', '/api/v1/labels', asked(input)), input),
  },
  listLabelValues: {
    title: 'List values of a label',
    description: 'Returns the values of a label.',
    hints: 'reads',
    output: names,
    properties: { label: text('Label', 'The name of the label.', 'job'), match, ...range, limit: limitField },
    required: ['label'],
    run: async (session, input) =>
      listed(await session.json('GET', getPath`/api/v1/label/${input['label']}/values`, asked(input)), input),
  },
};

function asked(input: JsonObject) {
  return { query: named(input, { match: 'match[]', start: 'start', end: 'end' }) };
}

/** Servers know a limit of their own only since version 2.51. */
function listed(answer: Parameters<typeof getData>[0], input: JsonObject) {
  const data = getData(answer);
  return Array.isArray(data) ? data.slice(0, getLimit(input)) : [];
}
