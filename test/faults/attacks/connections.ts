import { connect, type Socket } from 'node:net';
import { eventually } from '../../eventually.js';
import type { AttackGroup } from './attack.js';
import type { Target } from './target.js';

/** Connections of one attack. */
const count = 500;
/** The time after which the service must have closed each of them, in ms: a body has a minute. A short attack ends before. */
const closedWithin = 100_000;
const shortMs = 3_000;

const slow: Record<string, (key: string) => { begin: string; drip: string }> = {
  'connections that send nothing': () => ({ begin: '', drip: '' }),
  'connections whose headers do not end': () => ({
    begin: 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    drip: 'A: b\r\n',
  }),
  'connections whose body does not end': (key) => ({
    begin: `POST /api/v1/main/flows/hello/runs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    drip: ' ',
  }),
  'connections that rest after a request': () => ({
    begin: 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    drip: '',
  }),
};

/** Connections that hold resources and send next to nothing. */
export const connections: AttackGroup = {
  name: 'connections',
  share: 1,
  attacks: (target, isShort) =>
    Object.entries(slow).map(([name, bytes]) => ({
      name,
      run: () => hold(target, name, { ...bytes(target.keys.viewer), isShort }),
    })),
};

async function hold(
  target: Target,
  name: string,
  { begin, drip, isShort }: { begin: string; drip: string; isShort: boolean },
): Promise<void> {
  const port = Number(new URL(target.service.url).port);
  const open = new Set<Socket>();
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1', () => begin !== '' && socket.write(begin));
    open.add(socket);
    socket.on('data', () => {}).on('error', () => {});
    socket.on('close', () => open.delete(socket));
  }
  const dripping = setInterval(() => {
    if (drip !== '') for (const socket of open) socket.write(drip);
  }, 500);
  try {
    await eventually(() => open.size === 0, isShort ? shortMs : closedWithin).catch(
      () =>
        isShort || target.report.fail(`${open.size} of ${count} ${name} are open after ${closedWithin} ms`),
    );
  } finally {
    clearInterval(dripping);
    for (const socket of open) socket.destroy();
  }
}
