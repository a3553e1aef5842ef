import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startScriptFile as graphiqlScript } from '../../api/graphql/page/page.js';
import { copyScriptFile } from '../../api/manual/pages/code/copy-script.js';
import { startScriptFile as restScript } from '../../api/openapi/page.js';
import { presetFolder } from '../../controller/connectors/index.js';
import { guestFiles } from '../../controller/sandbox/guest-code.js';
import { codeRoot } from '../../schemas/code-root.js';
import { clientRuntimeFile } from '../commands/generate/client/runtime.js';

// A step of `npm run build`, which runs from `dist` after `tsc`: copies the files that svc reads as texts.

/** The presets of apps, which are not compiled. */
function listPresetFiles(): string[] {
  return readdirSync(new URL(`../${presetFolder}`, codeRoot)).map((file) => presetFolder + file);
}

const pageScripts = [copyScriptFile, graphiqlScript, restScript];

const presets = listPresetFiles();

for (const path of [...pageScripts, clientRuntimeFile, ...Object.values(guestFiles), ...presets]) {
  const copy = fileURLToPath(new URL(path, codeRoot));
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(fileURLToPath(new URL(`../${path}`, codeRoot)), copy);
}
