export { configDefaults, validateConfig, writtenConfigSchema } from './contract/config.js';
export * from './contract/connector.js';
export * from './contract/entities.js';
export { appendAll, BodyError, decodeBody, encodeBody, scalar } from './http/body.js';
export { refusalText } from './http/exchange.js';
export { classify } from './network/address.js';
export { createHttpClient } from './network/client.js';
export { sendFollowing } from './network/redirects.js';
export { builtInConnectors } from './registry.js';
