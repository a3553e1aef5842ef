import { once } from 'node:events';
import { connect } from 'node:net';

/** Returns true when a server listens on this machine; without one its tests are skipped, or fail in CI. */
export async function isServerHere(name: string, port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', timeout: 20_000 });
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw error;
    console.warn(`${name} at 127.0.0.1:${port} left out: ${(error as Error).message}`);
    return false;
  } finally {
    socket.destroy();
  }
}
