export { type ConfigFinding, configDefaults, validateConfig } from './config.js';
export * from './contract.js';
export * from './entity-contract.js';
export { appendAll, BodyError, decodeBody, encodeBody, excerpt, scalar } from './http/body.js';
export { joinTrace } from './http/trace.js';
export { type AddressClass, classify } from './network/address.js';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './network/client.js';
export { builtInConnectors, type ConnectorSurroundings } from './registry.js';
