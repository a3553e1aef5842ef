import { objectOr } from '../../../schemas/json/values.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest } from '../web-api/actions.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';
import { type PrometheusConfig, prometheusApi } from './api.js';
import { labelForms } from './labels.js';
import { queryForms } from './queries.js';

/** Prometheus, and servers with its query API: Mimir, Thanos, VictoriaMetrics. */
export const prometheusConnector = defineConnector<PrometheusConfig>({
  name: 'prometheus',
  title: 'Prometheus',
  description: 'Metrics of Prometheus, or of a server with its query API: expressions, series and labels.',
  configSchema: {
    ...getConfig('Prometheus connection', 'A server with the query API of Prometheus.', {
      baseUrl: baseUrlField(
        'The address of the server, without `/api/v1`.',
        undefined,
        'https://prometheus.example.com',
      ),
      token: credentialField('Token', 'A bearer token.', 'metrics/reader', 'token'),
      user: text('User', 'The name of the user, with `password`.', 'reader'),
      password: credentialField('Password', 'The password of the user.', 'metrics/reader', 'password'),
      timeout: timeoutField(),
    }),
    required: ['baseUrl'],
    dependentRequired: { user: ['password'], password: ['user'] },
    not: { required: ['token', 'password'] },
  },
  destinations: toAddresses('baseUrl'),
  actions: getActions(prometheusApi, { ...queryForms, ...labelForms }),
  test: getTest(prometheusApi, async (session) => {
    const answer = objectOr(await session.json('GET', '/api/v1/query', { query: { query: '1' } }));
    return answer['status'] === 'success' ? 'a query works' : '';
  }),
});
