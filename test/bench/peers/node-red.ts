import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAnswer, greetAt, type Peer } from './peer.js';
import { eventually, freePort, startProgram } from './processes.js';

const flow = [
  { id: 'tab', type: 'tab', label: 'bench' },
  { id: 'in', z: 'tab', type: 'http in', url: '/greet', method: 'post', wires: [['step']] },
  {
    id: 'step',
    z: 'tab',
    type: 'function',
    func: "msg.payload = { greeting: 'Hello, ' + msg.payload.name };\nreturn msg;",
    outputs: 1,
    wires: [['out']],
  },
  { id: 'out', z: 'tab', type: 'http response', statusCode: '200', wires: [] },
];

/** Without its editor and with telemetry switched off; it keeps nothing of a message. */
export const nodeRed: Peer = {
  name: 'Node-RED',
  packages: ['node-red'],
  durable: 'nothing',
  async start(place) {
    const port = await freePort();
    const settings = {
      uiHost: '127.0.0.1',
      uiPort: port,
      httpAdminRoot: false,
      disableEditor: true,
      telemetry: { enabled: false, updateNotification: false },
      diagnostics: { enabled: false },
      logging: { console: { level: 'error' } },
    };
    writeFileSync(join(place.scratch, 'settings.js'), `module.exports = ${JSON.stringify(settings)};`);
    writeFileSync(join(place.scratch, 'flows.json'), JSON.stringify(flow));
    const program = join(place.installed, 'node_modules/node-red/red.js');
    const options = [
      '--userDir',
      place.scratch,
      '--settings',
      join(place.scratch, 'settings.js'),
      'flows.json',
    ];
    const child = startProgram(place, [place.node, program, ...options]);
    const load = greetAt(`http://127.0.0.1:${port}/greet`);
    await eventually(place, child, () => checkAnswer(load));
    return { load, runtime: 'Node 24' };
  },
};
