import { stringify } from 'yaml';
import {
  findPreset,
  getExampleConnection,
  getExampleFlow,
  listPresetNames,
} from '../../controller/connectors/index.js';
import { nearest } from '../../schemas/nearest.js';
import { misuse } from '../contract/failure.js';
import type { EditorFile } from '../editor/schema-files.js';

/**
 * Returns the connection and the flow of an app that svc has a preset of.
 * @param prefix svc's folder with a slash at its end; `''` for the whole repository
 * @throws Failure for another app
 */
export function templateFiles(app: string, prefix: string): EditorFile[] {
  const preset = findPreset(app);
  if (!preset) {
    const near = nearest(app, listPresetNames());
    const hint =
      near === undefined ? 'See `svc explain app`.' : `Did you mean \`${near}\`? See \`svc explain app\`.`;
    throw misuse(`There is no preset of the app \`${app}\``, hint);
  }
  const about = `# ${preset.title}: how to get the credentials, and all actions: svc explain ${app}\n`;
  const flow = getExampleFlow(preset);
  const toText = (value: object) => stringify(value, { lineWidth: 110, aliasDuplicateObjects: false });
  return [
    { path: `${prefix}connections/${app}.yaml`, content: about + toText(getExampleConnection(preset)) },
    ...(flow ? [{ path: `${prefix}flows/${app}-example.yaml`, content: toText(flow) }] : []),
  ];
}
