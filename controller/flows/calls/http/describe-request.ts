import { describeSent } from '../../../connectors/index.js';
import type { EffectSubject } from '../../plan/host.js';
import type { ExchangeOptions } from './exchange.js';
import type { HttpRequest } from './request.js';

/** Describes a request, so that requests that mean the same are described the same. */
export function describeRequest(
  request: HttpRequest,
  {
    credentials,
    format,
    redirect,
    bodyFile,
  }: Pick<ExchangeOptions, 'credentials' | 'format' | 'redirect' | 'bodyFile'>,
): EffectSubject {
  return {
    kind: 'http',
    target: `${request.method} ${request.url.origin}`,
    arguments: {
      ...describeSent(request),
      bodyFile: bodyFile ?? null,
      output: format,
      redirect,
      authentication: credentials?.identity ?? null,
    },
  };
}
