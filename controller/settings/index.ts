export type { Settings } from '../../schemas/index.js';
export { defaultSettings, type LoadOptions, loadSettings } from './load.js';
