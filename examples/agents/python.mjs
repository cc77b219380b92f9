// The client in Python: node examples/agents/python.mjs starts a service and runs client.py against it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GATEWAY, serve } from './serve.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { url, close } = await serve();
const python = spawn('python3', [here('client.py')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PYTHONPATH: here('../../clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    FERRULE_URL: url,
    FERRULE_TOKEN: GATEWAY,
  },
});
python.on('exit', (code) => {
  process.exitCode = code ?? 1;
  close();
});
