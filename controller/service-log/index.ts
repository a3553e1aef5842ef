export {
  type ServiceLogEntry,
  type ServiceLogFilter,
  type ServiceLogLevel,
  type ServiceLogReader,
  serviceLogLevels,
} from './contract.js';
export { logFile } from './log-file.js';
export { ServiceLog, type ServiceLogOptions } from './service-log.js';
