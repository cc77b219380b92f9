/**
 * The only script of the sandboxed frame: starts the worker from the text that the page sends, and hands it the page's port. The
 * frame's policy allows no other script and no connection.
 */
addEventListener(
  'message',
  ({ source, data, ports: [port] }) => {
    if (source !== parent || port === undefined || typeof data !== 'string') return;
    const url = URL.createObjectURL(new Blob([data], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.postMessage(null, [port]);
    URL.revokeObjectURL(url);
  },
  { once: true },
);
