import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../schemas/json/types.js';

/** Stands for all servers: the path of a request begins with the scheme and the host that are meant. */
export class MockWeb {
  private readonly server;

  /**
   * @param answer what every address answers, besides those that give access tokens
   * @param descriptions of an API and of channels, in place of those at addresses of descriptions
   */
  constructor(answer: JsonObject, descriptions: { openapi?: JsonObject; asyncapi?: JsonObject } = {}) {
    const { openapi = {}, asyncapi = {} } = descriptions;
    this.server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://mock').pathname;
      const [, scheme, host] = path.split('/');
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            /(?:swagger|openapi)\.json$/.test(path)
              ? openapi
              : path.endsWith('asyncapi.json')
                ? asyncapi
                : answerTo(path, `${scheme}://${host}`, answer),
          ),
        );
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function answerTo(path: string, origin: string, answer: JsonObject): JsonObject {
  if (path.endsWith('/.well-known/openid-configuration')) return { token_endpoint: `${origin}/token` };
  if (path.endsWith('/token')) return { access_token: 'example', token_type: 'Bearer', expires_in: 60 };
  return { homeworld: `${origin}/api/planets/1`, ...answer };
}
