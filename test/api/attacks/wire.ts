import { connect } from 'node:net';
import { patience } from '../../eventually.js';

/** Sends these bytes and nothing else. @returns all that came until the service closed, or `enough` was seen */
export function sendRaw(port: number, text: string, enough?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const deadline = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Nothing more came in time than: ${answer}`));
    }, patience);
    let answer = '';
    const end = () => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (chunk) => {
      answer += chunk;
      if (enough?.test(answer)) end();
    });
    socket.on('close', end);
    // Closed while we were still sending: what was answered counts.
    socket.on('error', () => {});
  });
}

/** The code in an answer of `sendRaw`, with its status. */
export function told(answer: string): string {
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  return `${status} ${/"code":"(\w+)"/.exec(answer)?.[1]}`;
}
