import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { buildOnce } from '../../../local/build-once.ts';
import { copyJars } from '../../../local/java/copy-jars.ts';
import { findJdk } from '../../../local/java/find-jdk.ts';
import { onFreePort } from '../../../local/process/ports.ts';
import { findProgram } from '../../../local/process/run-program.ts';
import { startServer } from '../../../local/server.ts';
import { readStackOptions } from '../../../local/stack-options.ts';
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
  const jars = await buildOnce(join(readStackOptions(process.env).dir, 'build'), build, console.log);
  const dir = mkdtempSync(join(tmpdir(), 'object-store-'));
  const server = await onFreePort({ setting: 'S3_ENDPOINT', port: 0, exact: false }, (port) => {
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
    return startServer({
      ...{ name: 'S3Proxy', url, log: join(dir, 's3proxy.log') },
      command: [...java, '-cp', join(jars, '*'), 'org.gaul.s3proxy.Main', '--properties', file],
      answers: async () => (await fetch(url)).status === 403,
    });
  });

  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1', retries: 0 });
  const send = async (method: string, path: string, body?: string | Buffer) => {
    const url = `${server.url}/${bucket}${path}`;
    const response = await client.fetch(url, {
      method,
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  await send('PUT', '');
  return {
    url: server.url,
    bucket,
    settings: {
      S3_ENDPOINT: server.url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async put(key, content) {
      await send('PUT', `/${encodeKey(key)}`, content);
      return `s3://${bucket}/${key}`;
    },
    remove: (key) => send('DELETE', `/${encodeKey(key)}`),
    async close() {
      await server.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

const encodeKey = (key: string) =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
