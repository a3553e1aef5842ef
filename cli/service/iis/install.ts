import { win32 } from 'node:path';
import type { Plan, Step } from '../contract/plan.js';
import { type IisSite, iisScript } from './script.js';
import { type IisApplication, webConfig } from './web-config.js';

export type IisOptions = Omit<IisApplication, 'args'> &
  Omit<IisSite, 'webFolder'> & { args: readonly string[] };

/** Plans the installation in IIS: web.config and a script in `<dir>\iis`, and the command that runs the script. */
export function planIis(options: IisOptions): Plan {
  const webFolder = win32.join(options.dir, 'iis');
  const script = win32.join(options.dir, 'iis-install.ps1');
  const steps: Step[] = [
    { do: 'write', file: { path: win32.join(webFolder, 'web.config'), content: webConfig(options) } },
    // Outside of the folder of the site, so that no setting of IIS can serve it.
    { do: 'write', file: { path: script, content: iisScript({ ...options, webFolder }) } },
    {
      do: 'run',
      command: [
        'powershell.exe',
        '-NoProfile',
        '-NonInteractive',
        '-ExecutionPolicy',
        'Bypass',
        '-File',
        script,
      ],
    },
  ];
  const address = `http://localhost:${options.port}${options.path === '/' ? '' : options.path}`;
  return {
    steps,
    notes: [`svc answers at ${address}. Add an HTTPS binding to the site before others use it.`],
  };
}
