// Requests /livez every 10 ms from a process of its own; when its input ends, prints the longest waits, longest first.
import http from 'node:http';

const url = new URL('/livez', process.argv[2]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const waits = [];
let sent = 0;

function next() {
  sent = performance.now();
  http
    .get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => {
        waits.push(performance.now() - sent);
        if (waits.length === 1) console.log('ready');
        setTimeout(next, 10);
      });
    })
    .on('error', () => setTimeout(next, 10));
}

process.stdin.resume().on('end', () => {
  waits.push(performance.now() - sent);
  console.log(JSON.stringify(waits.sort((a, b) => b - a).slice(0, 10)));
  process.exit(0);
});
next();
