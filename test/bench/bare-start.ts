/** The yardstick of `start`: a program in plain JavaScript with one Fastify route, which writes its address to a file. */
export const bareProgram = `
import { renameSync, writeFileSync } from 'node:fs';
import Fastify from 'fastify';
const [file] = process.argv.slice(1);
const app = Fastify();
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ host: '127.0.0.1', port: 0 });
const url = 'http://127.0.0.1:' + app.server.address().port;
writeFileSync(file + '.tmp', JSON.stringify({ url }));
renameSync(file + '.tmp', file);
`;
