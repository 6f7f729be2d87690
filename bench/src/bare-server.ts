// Baseline of the bench `api`: Fastify with one route and nothing else, in a process of its own.
import fastify from 'fastify';

const server = fastify();
server.get('/', async () => ({ status: true }));
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.(url);
process.once('disconnect', () => void server.close());
