import type { Json } from '../../../schemas/json/types.js';
import { answerFaults } from './broken-answers.js';
import { LyingServer, type Request } from './lying-server.js';
import { connection, flow, type Path } from './path.js';

/** Sizes around those of the buffers between a socket and its reader. */
const sizes = [10, 1_000, 16_384, 65_535, 66_536, 200_000];
/** Seconds that a call may take. */
const timeout = 1;

interface HttpPath {
  readonly name: string;
  /** Answers of the server before the one that matters. */
  readonly handshake?: number;
  files(url: string): Record<string, string>;
  /** The answer to a request, with the filler where the protocol has a value. */
  respond(request: Request, filler: string): { headers?: string[]; status?: number; body: Json | Buffer };
  /** The output of the flow. */
  output(filler: string): unknown;
}

const size = (filler: string): unknown => ({ size: filler.length });
const filled = (_: Request, filler: string) => ({ body: { filler } });
const measured = (call: string): string =>
  `  - ask: ${call}\n  - measure: { set: { size: '\${ .filler | length }' } }`;

const forms: readonly HttpPath[] = [
  {
    name: 'http',
    files: (url) => ({
      'connections/http.yaml': connection('http', 'http', `{ baseUrl: '${url}', timeout: ${timeout} }`),
      'flows/http.yaml': flow('http', measured('{ call: http.get, with: { path: /a } }')),
    }),
    respond: filled,
    output: size,
  },
  {
    name: 'http-call',
    files: (url) => ({
      'flows/http-call.yaml': flow(
        'http-call',
        measured(
          `{ call: http, with: { method: get, endpoint: '${url}/b' }, timeout: { after: PT${timeout}S } }`,
        ),
      ),
    }),
    respond: filled,
    output: size,
  },
  {
    name: 'http-file',
    files: (url) => ({
      'connections/files.yaml': connection('files', 'http', `{ baseUrl: '${url}', timeout: ${timeout} }`),
      'flows/http-file.yaml': flow(
        'http-file',
        `  - ask: { call: files.get, with: { path: /c, output: file } }\n  - measure: { set: { size: '\${ .size }' } }`,
      ),
    }),
    respond: filled,
    output: (filler) => ({ size: JSON.stringify({ filler }).length }),
  },
];

/** Every path over HTTP. */
export function openHttpPaths(): Promise<Path[]> {
  return Promise.all(forms.map(openPath));
}

/** What a file takes as it comes, while a value has to be valid JSON: decoders forgive a missing end, as browsers do. */
const completeAsFile = ['says a length that is too small', 'cuts a compressed body'];

async function openPath({ name, handshake = 0, files, respond, output }: HttpPath): Promise<Path> {
  let filler = '';
  const server = await LyingServer.start((request) => {
    const { headers = [], status = 200, body } = respond(request, filler);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const type = headers.some((line) => /^content-type:/i.test(line))
      ? []
      : ['Content-Type: application/json'];
    return { status, headers: [...type, ...headers], body: bytes };
  });
  return {
    name,
    files: files(server.url),
    arm(random) {
      filler = 'x'.repeat(random.pick(sizes));
      const fault = random.pick([...answerFaults.keys()]);
      server.arm(fault, random, random.whole(0, handshake));
      const { end = 'completed' } = answerFaults.get(fault) ?? {};
      const isFile = name === 'http-file' && completeAsFile.includes(fault);
      return { fault, end: isFile ? 'either' : end, output: output(filler) };
    },
    disarm: () => server.disarm(),
    stop: () => server.stop(),
  };
}
