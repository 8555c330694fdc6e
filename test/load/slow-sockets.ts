import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connects and sends a text; reads nothing. */
export async function openSocket(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A connection that the service closes is what some tests wait for.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Reads the status of an answer and nothing more of it. */
export async function readStatus(socket: Socket): Promise<number> {
  const statusLine = 'HTTP/1.1 200'.length;
  for (;;) {
    const text: Buffer | null = socket.read(statusLine);
    if (text) return Number(text.toString().slice(-3));
    await once(socket, 'readable');
  }
}

/** Reads a few bytes a second, until the connection is closed. */
export function readOnSlowly(socket: Socket): void {
  const reading = setInterval(() => socket.read(8), 1000);
  socket.once('close', () => clearInterval(reading));
}

/** Sends another byte every second, until the connection is closed. */
export function sendOnSlowly(socket: Socket): void {
  const sending = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => clearInterval(sending));
}
