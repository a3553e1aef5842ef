/** What the servers of all peers share: they answer each POST with the outcome of a run, and report their port. */
import { createServer } from 'node:http';

// The bench has ended.
process.on('disconnect', () => process.exit());

/** @param {(input: { name: string }) => Promise<unknown>} run resolves when the last step is done */
export function serve(run) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      run(JSON.parse(Buffer.concat(chunks).toString())).then(
        (output) => send(response, 200, output),
        (error) => send(response, 500, { error: String(error) }),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.send({ port: server.address().port, runtime: `Node ${process.versions.node}` });
  });
}

function send(response, status, output) {
  const body = JSON.stringify(output);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** The work of all peers: three steps, each of which needs the output of the one before. */
export const steps = [
  ({ name }) => ({ greeting: `Hello, ${name}` }),
  ({ greeting }) => ({ greeting, length: greeting.length }),
  ({ greeting, length }) => ({ greeting, length, done: true }),
];

/** Requests that wait for a run, by its id. */
export class Waiting {
  #requests = new Map();
  #last = 0;

  /** @param {(id: string) => Promise<unknown>} begin stores the first step of the run */
  async outcome(begin) {
    const id = `${process.pid}-${++this.#last}`;
    const outcome = new Promise((resolve, reject) => this.#requests.set(id, { resolve, reject }));
    await begin(id);
    return outcome;
  }

  resolve(id, output) {
    this.#requests.get(id)?.resolve(output);
    this.#requests.delete(id);
  }
}
