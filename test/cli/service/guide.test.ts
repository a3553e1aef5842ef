import { expect, test } from 'vitest';
import { guides } from '../../api/manual/guide-parts.js';
import { addRelease, svcOn, testMachine } from './test-machine.js';

const guide = guides().find(({ name }) => name === 'services');
const lines = (guide?.blocks ?? [])
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))
  // This one talks to a running service: the test of a real systemd runs it.
  .filter((line) => !line.includes('rotate-master-key'));

function machineFor(line: string) {
  if (line.includes('C:\\')) return testMachine('win32');
  return testMachine(line.includes('_svc') ? 'darwin' : 'linux');
}

test.each(lines)('the guide to services: %s', async (line) => {
  const machine = machineFor(line);
  const isWindows = machine.platform === 'win32';
  machine.write('C:\\ProgramData\\svc\\services\\svc.exe', 'WinSW');
  addRelease(machine, isWindows ? 'C:\\svc' : '/opt/svc');
  const words = line
    .replace(/^sudo /, '')
    .replaceAll("'", '')
    .split(' ')
    .slice(1);
  const argv = line.includes("'Default Web Site'")
    ? ['iis', 'install', '--dir', 'C:\\svc', '--site', 'Default Web Site', '--path', '/svc']
    : words;
  if (!words.includes('install')) {
    await svcOn(machine, 'service', 'install', '--dir', '/opt/svc');
    machine.answers['systemctl show'] = { stdout: 'ActiveState=active\n' };
  }
  const { exitCode, stderr } = await svcOn(machine, ...argv);
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error')]);
});
