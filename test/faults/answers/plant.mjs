import { readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

// Loaded into the service by `NODE_OPTIONS`. At the signal, it plants an exception at the place that the file of the environment
// names: `socket <port>` or `stream <port>` for the connections to that port, or `timer`. The file is removed once that is done.

const sockets = new Set();
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...place) {
  sockets.add(this);
  this.once('close', () => sockets.delete(this));
  return Reflect.apply(connect, this, place);
};

function thrower(place) {
  return () => {
    throw new Error(`planted in a ${place}`);
  };
}

const plants = {
  /** With the next bytes of the server. */
  socket: (socket) => socket.prependOnceListener('data', thrower('socket')),
  /** When the client library takes the next bytes. */
  stream: (socket) => {
    socket.read = () => {
      delete socket.read;
      thrower('stream')();
    };
  },
};

process.on('SIGUSR2', () => {
  const [place, port] = readFileSync(process.env.SVC_PLANT, 'utf8').trim().split(' ');
  if (place === 'timer') setTimeout(thrower('timer'), 10);
  for (const socket of sockets) if (socket.remotePort === Number(port)) plants[place](socket);
  rmSync(process.env.SVC_PLANT);
});
