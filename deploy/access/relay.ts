import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * Passes connections on to programs in networks that lead nowhere, of which Docker publishes no port:
 * node deploy/access/relay.ts 3001:worker:3001
 */
for (const target of process.argv.slice(2)) {
  const [port, host, programPort] = target.split(':');
  createServer((client) => {
    const program = connect(Number(programPort), host);
    // Where one side fails, both end: the client sees a closed connection.
    pipeline(client, program, client, () => undefined);
  }).listen(Number(port));
}

// As process 1 it would ignore the signal.
process.on('SIGTERM', () => process.exit());
