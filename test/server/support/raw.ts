import { connect, type Socket } from 'node:net';

/** Everything that a connection brings until it is closed, or until `enough` says that it is enough. */
export function rawRequest(
  url: string,
  chunks: Iterable<string | Uint8Array>,
  enough: (text: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket: Socket = connect(Number(port), hostname, () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
      if (enough(text)) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}

/** True once a response with a complete JSON object as body has arrived. */
export function hasJsonAnswer(text: string): boolean {
  return /\r\n\r\n\{.*\}$/s.test(text);
}
