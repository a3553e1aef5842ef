export type { Settings } from '../../schemas/index.js';
export { type ConfigSections, openConfigSections } from './config-sections.js';
export { defaultSettings, type LoadOptions, loadSettings } from './load.js';
export { getSettingSecrets } from './secrets.js';
