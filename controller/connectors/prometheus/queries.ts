import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { Form } from '../web-api/actions.js';
import { named, text } from '../web-api/fields.js';
import { getData, type PrometheusConfig } from './api.js';

const query: JsonObject = {
  ...text('Query', 'An expression in PromQL.', 'sum by (job) (rate(http_requests_total[5m]))'),
  maxLength: 6_000,
};

/** A moment as the API takes it. */
export const moment = (title: string, description: string): JsonObject => ({
  ...text(title, `${description} RFC 3339, or seconds since 1970.`, '2026-11-20T12:00:00Z'),
  type: ['string', 'number'],
});

const sampleValue: JsonObject = {
  title: 'Value',
  description: 'A number; `NaN`, `+Inf` and `-Inf` are texts.',
  type: ['number', 'string'],
};

const labels: JsonObject = {
  title: 'Labels',
  description: 'The labels of the series, its name as `__name__`.',
  type: 'object',
  additionalProperties: { type: 'string' },
};

const sample: JsonObject = {
  time: { title: 'Time', description: 'Seconds since 1970.', type: 'number' },
  value: sampleValue,
};

/** Expressions. */
export const queryForms: Readonly<Record<string, Form<PrometheusConfig>>> = {
  query: {
    title: 'Query',
    description: 'Evaluates an expression at one moment, and returns a value for each series.',
    hints: 'reads',
    properties: { query, time: moment('Time', 'The moment; now by default.') },
    required: ['query'],
    output: listOfSeries({ labels, ...sample }),
    run: async (session, input) => {
      const query = named(input, { query: 'query', time: 'time' });
      const data = objectOr(getData(await session.json('GET', '/api/v1/query', { query: query })));
      const { resultType, result } = data;
      // A scalar and a text have no labels.
      if (resultType === 'scalar' || resultType === 'string') return [{ labels: {}, ...getSample(result) }];
      return seriesIn(result).map(({ metric, value, values }) => ({
        labels: metric ?? {},
        ...getSample(value ?? (Array.isArray(values) ? values.at(-1) : undefined)),
      }));
    },
  },
  queryRange: {
    title: 'Query a range',
    description: 'Evaluates an expression at regular moments, and returns the values of each series.',
    hints: 'reads',
    properties: {
      query,
      start: moment('Start', 'The first moment.'),
      end: moment('End', 'The last moment; now by default.'),
      step: { ...text('Step', 'The time between two moments, such as `30s` or `5m`.', '1m'), maxLength: 30 },
    },
    required: ['query', 'start', 'step'],
    output: listOfSeries({
      labels,
      values: {
        title: 'Values',
        description: 'The moments with their values, in order of time.',
        type: 'array',
        items: { type: 'object', required: Object.keys(sample), properties: sample },
      },
    }),
    run: async (session, input) => {
      const query = named(input, { query: 'query', start: 'start', end: 'end', step: 'step' });
      const range = { end: Date.now() / 1_000, ...query };
      const data = objectOr(getData(await session.json('GET', '/api/v1/query_range', { query: range })));
      return seriesIn(data['result']).map(({ metric, values }) => ({
        labels: metric ?? {},
        values: Array.isArray(values) ? values.map(getSample) : [],
      }));
    },
  },
};

function listOfSeries(properties: JsonObject): JsonObject {
  const item = { type: 'object', required: Object.keys(properties), properties };
  return { title: 'Series', type: 'array', items: item };
}

function seriesIn(result: Json | undefined): JsonObject[] {
  return Array.isArray(result) ? result.map((each) => objectOr(each)) : [];
}

/** The pair of a time and the text of a number, as an object. */
function getSample(pair: Json | undefined): JsonObject {
  const [time = null, valueText = null] = Array.isArray(pair) ? pair : [];
  const number = Number(valueText);
  return { time, value: typeof valueText === 'string' && Number.isFinite(number) ? number : valueText };
}
