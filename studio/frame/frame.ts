/**
 * The only script of the sandboxed frame: starts the worker from the script that the page sends, and hands it the page's port. The
 * frame's policy allows no other script and no connection. The page is sent each error that the worker does not catch, as when it
 * cannot start.
 */
addEventListener(
  'message',
  ({ source, data, ports: [port] }) => {
    if (source !== parent || port === undefined || !(data instanceof Blob)) return;
    const url = URL.createObjectURL(data);
    const worker = new Worker(url);
    worker.addEventListener('error', ({ message }) => {
      parent.postMessage(message || 'its script does not load', '*');
    });
    worker.postMessage(null, [port]);
    URL.revokeObjectURL(url);
  },
  { once: true },
);
