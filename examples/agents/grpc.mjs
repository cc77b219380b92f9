// The service over gRPC, with grpc-js: node examples/agents/grpc.mjs
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';
import { GATEWAY, serve } from './serve.mjs';

const proto = join(dirname(fileURLToPath(import.meta.resolve('ferrule'))), '..', 'proto');
const options = { keepCase: true, longs: String, enums: String, oneofs: true, includeDirs: [proto] };
const definitions = loader.loadSync('ferrule/v1/rule_service.proto', options);
const { RuleService } = grpc.loadPackageDefinition(definitions).ferrule.v1;

const { grpcAddress, close } = await serve();
const client = new RuleService(grpcAddress, grpc.credentials.createInsecure());
const metadata = new grpc.Metadata();
metadata.set('authorization', `Bearer ${GATEWAY}`);
const evaluate = (request) =>
  new Promise((resolve, reject) =>
    client.Evaluate(request, metadata, (error, answer) => (error === null ? resolve(answer) : reject(error))),
  );
const record = (subject, action) =>
  JSON.stringify({ subject, action: { name: action }, resource: { type: 'record', id: '1' } });
try {
  const ann = { type: 'user', id: 'ann' };
  for (const action of ['read', 'write']) {
    const { decision, reason } = await evaluate({ ruleset: 'authzen', input_json: record(ann, action) });
    console.log(`${action}: ${decision}, ${reason}`);
  }
  await evaluate({ ruleset: 'none' }).catch(({ code, details }) =>
    console.log(`refused with ${grpc.status[code]}: ${details}`),
  );
} finally {
  client.close();
  close();
}
