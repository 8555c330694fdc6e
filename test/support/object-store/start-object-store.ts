import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '../../../config/read-settings.ts';
import { buildOnce } from '../../../local/build-once.ts';
import { copyJars } from '../../../local/java/copy-jars.ts';
import { findJdk } from '../../../local/java/find-jdk.ts';
import { anyFreePorts } from '../../../local/process/ports.ts';
import { findProgram } from '../../../local/process/run-program.ts';
import { startServer } from '../../../local/server.ts';
import { skipWithout } from '../find-tool.ts';

/** An S3 server for one test file, with one bucket. */
export interface TestStore {
  url: string;
  bucket: string;
  /** The settings of a service that reads it. */
  settings: Record<'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>;
  /** Writes an object; returns its URL. */
  put(key: string, content: string | Buffer): Promise<string>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Whether S3Proxy can be fetched and run; the requirements are those of the local engine. */
export function canRunObjectStore(): boolean {
  try {
    if (findJdk() !== undefined && findProgram('mvn') !== undefined) return true;
  } catch {
    // There is no JDK.
  }
  skipWithout('mvn');
  return false;
}

const keys = { accessKeyId: 'lots-reader', secretAccessKey: 'S3-test/secret+for=lots' };
const bucket = 'lots';

/** Starts S3Proxy, which keeps its objects in memory. */
export async function startObjectStore(): Promise<TestStore> {
  const jdk = findJdk();
  const pom = join(import.meta.dirname, 'pom.xml');
  const build = {
    name: 'object-store',
    sources: [pom],
    make: (folder: string) => copyJars(pom, folder, jdk),
  };
  const jars = await buildOnce(
    join(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build'),
    build,
    console.log,
  );
  const dir = mkdtempSync(join(tmpdir(), 'object-store-'));
  const [port] = await anyFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const properties = {
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.endpoint': url,
    's3proxy.identity': keys.accessKeyId,
    's3proxy.credential': keys.secretAccessKey,
    'jclouds.provider': 'transient-nio2',
    'jclouds.identity': 'none',
    'jclouds.credential': 'none',
  };
  const file = join(dir, 's3proxy.properties');
  writeFileSync(
    file,
    Object.entries(properties)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const java = [join(jdk.home, 'bin/java'), '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const server = await startServer({
    ...{ name: 'S3Proxy', url, log: join(dir, 's3proxy.log') },
    command: [...java, '-cp', join(jars, '*'), 'org.gaul.s3proxy.Main', '--properties', file],
    answers: async () => (await fetch(url)).status === 403,
  });

  const client = new S3Client({
    ...{ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials: keys },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    url: server.url,
    bucket,
    settings: {
      S3_ENDPOINT: server.url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async put(key, content) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: Buffer.from(content) }));
      return `s3://${bucket}/${key}`;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async close() {
      await server.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
