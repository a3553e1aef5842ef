export { DescribedChannel, faultOfAsyncApi } from './asyncapi/described-channel.js';
export { encodedPart, filledPlaces, requireSendableLength } from './contract/address-parts.js';
export { Clients } from './contract/clients.js';
export {
  completeConfig,
  configDefaults,
  subscriptionDefaults,
  validateConfig,
  validateSubscription,
  writtenConfigSchema,
} from './contract/config.js';
export * from './contract/connector.js';
export * from './contract/entities.js';
export type * from './contract/event-source.js';
export { fencedFetch } from './contract/fenced-network.js';
export { requireFiles } from './contract/file-fields.js';
export { describeCall, describeConfig } from './describe-call.js';
export { faultOfProto, grpcMethod } from './grpc/connector.js';
export { appendAll, BodyError, decodeBody, encodeBody, scalar } from './http/body.js';
export { describeSent } from './http/describe-sent.js';
export { describeFile, storeBody, wholeBody } from './http/files.js';
export { refusalText } from './http/response.js';
export { headerFault, methodFault } from './http/unsendable.js';
export { classify } from './network/address.js';
export { createHttpClient } from './network/client.js';
export { networkRefusal } from './network/guard.js';
export { createNetwork } from './network/network.js';
export { sendFollowing } from './network/redirects.js';
export { DescribedOperation, descriptionFault } from './openapi/described-operation.js';
export { UnusableError } from './openapi/document/references.js';
export {
  getExampleConnection,
  getExampleFlow,
  getExampleTrigger,
} from './openapi/presets/examples.js';
export type { Preset } from './openapi/presets/preset.js';
export { findPreset, listPresetNames, presetFolder } from './openapi/presets/read-preset.js';
export { ValueError } from './openapi/request/serialise.js';
export { builtInConnectors } from './registry.js';
export { type BucketWork, inBucket } from './s3/client.js';
export type { S3Config } from './s3/config-schema.js';
export { upload as uploadObject } from './s3/transfers.js';
