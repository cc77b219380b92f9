// Baseline of the service: Fastify that only parses a JSON body and writes it back.
import Fastify from 'fastify';

const app = Fastify();
app.post('/echo', (request) => request.body);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => void app.close());
