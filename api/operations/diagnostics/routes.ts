import { getStream, lastEventId, readStreamHeaders } from '../../http/headers.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { readDiagnostics, readServiceLogs, testNotices } from './operations.js';

export const diagnosticRoutes: readonly Route[] = [
  route('GET', `${platformPath}/diagnostics`, readDiagnostics),
  route('POST', `${platformPath}/diagnostics/notify`, testNotices),
  route('GET', `${platformPath}/logs`, readServiceLogs, {
    query: ['level', 'since', 'text', 'after', 'limit'],
    requestHeaders: lastEventId,
    alsoAnswers: getStream('The log as it grows, as server-sent events.'),
    headers: readStreamHeaders,
  }),
];
