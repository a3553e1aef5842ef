import type { Command } from '../contract/command.js';
import { misuse } from '../contract/failure.js';
import type { Machine } from '../service/contract/machine.js';

/** @param openMachine the machine to change; that of this process, except in tests */
export function createIis(openMachine?: () => Machine): Command {
  return {
    usage: 'iis <action>',
    summary: 'run svc in IIS, the web server of Windows',
    description:
      'Action: install. Writes web.config for HttpPlatformHandler and a script of PowerShell, and runs the script, which makes\n' +
      'the application pool, the site or application, and the rights on folders. The same command again changes nothing else.\n' +
      'On other systems, --dry-run prints all of it.',
    names: [{ choices: ['install'] }],
    options: [
      { flags: '--dir <folder>', description: 'folder with a release (`svc app fetch`), or folder to serve' },
      { flags: '--port <port>', description: 'port of the site (default: 8080)' },
      { flags: '--site <name>', description: 'name of the site (default: svc)' },
      {
        flags: '--path <path>',
        description:
          'path of the application in a site that exists, such as /svc (default: a site of its own)',
      },
      {
        flags: '--data-dir <folder>',
        description: 'data directory (default: that of the settings file, or data in the folder)',
      },
      { flags: '--config <file>', description: 'settings file (default: svc.yaml in the folder)' },
      { flags: '--folder <folder>', description: 'folder to serve, where --dir is a release' },
      { flags: '--dry-run', description: 'print the files and commands, and change nothing' },
    ],
    examples: [
      String.raw`svc iis install --dir C:\svc --port 8080`,
      String.raw`svc iis install --dir C:\svc --site 'Default Web Site' --path /svc --dry-run`,
    ],
    async run(io, [action = ''], options) {
      if (action !== 'install')
        throw misuse(`There is no action \`svc iis ${action}\``, 'Use `svc iis install`.');
      const { installInIis } = await import('../service/iis-action.js');
      const { thisMachine } = await import('../service/this-machine.js');
      return installInIis(io, (openMachine ?? thisMachine)(), options);
    },
  };
}

export const iis = createIis();
