import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';

/**
 * A server that ends no command, and counts those that the client closed. Its folder `endless` has entries without end, any
 * other one entry without attributes. It loses the connection when the client closes a file, which has the text `content`.
 */
export class RecordingSshServer {
  commands = 0;
  closed = 0;
  readonly hostKey: string;
  readonly #server: ssh2.Server;

  private constructor() {
    const keys = usableKeys();
    this.hostKey = keys.public;
    this.#server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => this.#serve(client));
  }

  static async start(): Promise<RecordingSshServer> {
    const server = new RecordingSshServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(client: Connection): void {
    client.on('error', () => {});
    client.on('authentication', (request) => {
      if (request.method === 'password' && request.password === 'b') request.accept();
      else request.reject(['password']);
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('exec', (acceptExec, _reject, { command }) => this.#run(acceptExec(), command));
      session.on('sftp', (acceptSftp) => serveFolders(acceptSftp(), () => client.end()));
    });
  }

  #run(channel: ServerChannel, command: string): void {
    this.commands++;
    channel.on('error', () => {}).on('close', () => this.closed++);
    channel.resume();
    if (command === 'flood') channel.write(Buffer.alloc(9 * 1024 * 1024));
  }
}

function serveFolders(sftp: ssh2.SFTPWrapper, lose: () => void): void {
  const asked = new Map<string, number>();
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: none }]));
  sftp.on('OPENDIR', (id, path) => sftp.handle(id, Buffer.from(path)));
  const files = new Set<string>();
  sftp.on('OPEN', (id, path) => {
    files.add(path);
    sftp.handle(id, Buffer.from(path));
  });
  sftp.on('READ', (id, _handle, offset) => {
    if (offset === 0) sftp.data(id, 'content');
    else sftp.status(id, ssh2.utils.sftp.STATUS_CODE.EOF);
  });
  sftp.on('WRITE', (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK));
  sftp.on('FSTAT', (id) => sftp.attrs(id, none));
  sftp.on('CLOSE', (id, handle) => {
    if (files.has(handle.toString())) lose();
    else sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK);
  });
  sftp.on('READDIR', (id, handle) => {
    const path = handle.toString();
    const count = path === 'endless' ? 500 : 1;
    const before = asked.get(path) ?? 0;
    asked.set(path, before + 1);
    if (count === 1 && before > 0) return sftp.status(id, ssh2.utils.sftp.STATUS_CODE.EOF);
    const entries = Array.from({ length: count }, (_, n) => `f-${before}-${n}`);
    return sftp.name(
      id,
      entries.map((filename) => ({ filename, longname: filename, attrs: none })),
    );
  });
}

const none = {} as ssh2.Attributes;

/** A key pair that ssh2 can read: it cannot parse about one in 200 of those that it makes. */
function usableKeys() {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(keys.private) instanceof Error)) return keys;
  }
}
