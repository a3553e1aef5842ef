import { ifMatch, readIfMatch, sendYaml, setVersionHeaders, versionHeaders } from '../entities/routes.js';
import { type Route, route } from '../shared/route.js';
import { diffVersions, listVersions, readVersion, revertEntity } from './operations.js';

const versions = '/api/v1/:branch/versions/:type/:name';

export const versionRoutes: readonly Route[] = [
  route('GET', `${versions}/history`, listVersions, { query: ['limit', 'cursor'] }),
  route('GET', `${versions}/diff`, diffVersions, { query: ['from', 'to'] }),
  route('GET', `${versions}/at/:commitHash`, readVersion, { alsoYaml: true, respond: sendYaml }),
  route('POST', `${versions}/revert`, revertEntity, {
    query: ['message', 'dryRun', 'propose'],
    body: ['commitHash', 'hold'],
    statuses: [200, 201, 202, 204],
    requestHeaders: ifMatch,
    responseHeaders: versionHeaders,
    headers: readIfMatch,
    respond: setVersionHeaders,
  }),
];
