import { Agent, EnvHttpProxyAgent } from 'undici';
import { FencedPool } from './fenced-pool.js';

/** Returns an agent of undici whose connections stand a server that closes while a reader has paused. */
export function createAgent(options: Agent.Options): Agent {
  return new Agent({ ...options, factory: openPool });
}

/** As `createAgent`, through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. */
export function createProxyAgent(options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent {
  // The second factory opens the connections to the proxy itself.
  return new EnvHttpProxyAgent({ ...options, factory: openPool, clientFactory: openPool });
}

function openPool(origin: string | URL, options: object): FencedPool {
  return new FencedPool(origin, options);
}
