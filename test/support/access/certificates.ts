import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate authority for tests, and a server certificate for `localhost` that it signed. */
export interface Certificates {
  /** File with the certificate of the authority, which clients must trust. */
  caFile: string;
  server: { key: Buffer; cert: Buffer };
  remove(): Promise<void>;
}

/** Creates certificates that are valid for a day; needs `openssl` on the PATH. */
export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '1',
    '-subj',
    '/CN=A test',
  );
  await openssl(
    ...['req', '-x509', ...key, '-keyout', 'server.key', '-out', 'server.pem', '-days', '1'],
    ...[
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
  );
  const read = (name: string) => readFile(join(folder, name));
  return {
    caFile: join(folder, 'ca.pem'),
    server: { key: await read('server.key'), cert: await read('server.pem') },
    remove: () => rm(folder, { recursive: true }),
  };
}
