export { Clients } from './contract/clients.js';
export {
  configDefaults,
  subscriptionDefaults,
  validateConfig,
  validateSubscription,
  writtenConfigSchema,
} from './contract/config.js';
export * from './contract/connector.js';
export * from './contract/entities.js';
export type * from './contract/event-source.js';
export { faultOfProto, grpcMethod } from './grpc/connector.js';
export { appendAll, BodyError, decodeBody, encodeBody, scalar } from './http/body.js';
export { refusalText } from './http/exchange.js';
export { classify } from './network/address.js';
export { createHttpClient } from './network/client.js';
export { createNetwork } from './network/network.js';
export { sendFollowing } from './network/redirects.js';
export { DescribedOperation, descriptionFault } from './openapi/described-operation.js';
export { UnusableError } from './openapi/document/references.js';
export { ValueError } from './openapi/request/serialise.js';
export { builtInConnectors } from './registry.js';
