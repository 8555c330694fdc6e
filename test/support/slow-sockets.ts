import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Connects and sends a text; reads nothing.
 * @param localAddress the address of the client; each address of 127.0.0.0/8 is a different client
 */
export async function openSocket(url: string, text: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
  // Some tests wait until the service closes the connection, so errors are ignored.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Reads the status of an answer and nothing more of it; 0 where the connection ends before. */
export async function readStatus(socket: Socket): Promise<number> {
  const statusLine = 'HTTP/1.1 200'.length;
  for (;;) {
    const text: Buffer | null = socket.read(statusLine);
    if (text) return Number(text.toString().slice(-3));
    if (socket.closed) return 0;
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}

/** Reads so many bytes a second, until the connection is closed. */
export function readOnSlowly(socket: Socket, bytesPerS: number): void {
  const parts = Math.min(4, bytesPerS);
  let allowed = 0;
  const read = () => {
    while (allowed > 0) {
      // With nothing in the buffer, this asks for more.
      const chunk: Buffer | null = socket.read(Math.min(allowed, socket.readableLength));
      if (!chunk) return;
      allowed -= chunk.length;
    }
  };
  socket.on('readable', read);
  const reading = setInterval(() => {
    allowed = Math.floor(bytesPerS / parts);
    read();
  }, 1000 / parts);
  socket.once('close', () => clearInterval(reading));
}
