import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';

const program = '/usr/sbin/dovecot';

/** A server of Dovecot that the test started; any user signs in with the one password. */
export interface Dovecot {
  port: number;
  password: string;
  stop(): Promise<void>;
}

/** Starts a server; returns undefined where Dovecot is not installed. @throws Error in place of that in CI */
export async function startDovecot(): Promise<Dovecot | undefined> {
  if (!existsSync(program) || process.getuid?.() !== 0) {
    const missing = `${program} is not installed (Debian: dovecot-imapd), or the tests do not run as root.`;
    const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_DOVECOT } = process.env;
    if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_DOVECOT === undefined) throw new Error(missing);
    console.warn(`${missing} Its tests are skipped.`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-dovecot-'));
  chmodSync(folder, 0o755);
  const mails = join(folder, 'mails');
  mkdirSync(mails, { mode: 0o777 });
  chmodSync(mails, 0o777);
  const port = await freePort();
  const password = 'open-sesame';
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:${mails}/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${mails}/%u
}
`,
  );
  const server = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  await eventually(() => accepts(port));
  return {
    port,
    password,
    async stop() {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      removeFolder(folder);
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
