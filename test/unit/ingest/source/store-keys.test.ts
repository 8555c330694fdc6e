import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readIngestConfig } from '../../../../ingest/services.ts';
import { objectStore, readBody } from '../../../../ingest/source/object-store.ts';

/*
 * A server that gives the keys of a role as AWS STS and the endpoints of containers do, and a store that accepts only
 * requests with the signature and the session token of these keys.
 */
const keys = {
  accessKeyId: 'ASIA123',
  secretAccessKey: 'S3-test/secret+for=lots',
  sessionToken: 'of-the-role',
};
const [id, secret] = [keys.accessKeyId, keys.secretAccessKey];
let servers: Server[];
let url: string;
let storeUrl: string;
const folder = mkdtempSync(join(tmpdir(), 'store-keys-'));
const tokenFile = join(folder, 'token');
const asked: { path: string; authorization: string | undefined; body: Record<string, string> }[] = [];
let validForMs: number;
let answer: { status: number; body: string } | undefined;

beforeAll(async () => {
  servers = [createServer(giveKeys), createServer(serveObjects)];
  [url, storeUrl] = (await Promise.all(servers.map(listen))) as [string, string];
});

async function giveKeys(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Object.fromEntries(new URLSearchParams(await text(request)));
  asked.push({ path: request.url!, authorization: request.headers.authorization, body });
  const until = new Date(Date.now() + validForMs).toISOString();
  const xml = `<Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey>
    <SessionToken>${keys.sessionToken}</SessionToken><Expiration>${until}</Expiration></Credentials>`;
  const json = { AccessKeyId: id, SecretAccessKey: secret, Token: keys.sessionToken, Expiration: until };
  response.statusCode = answer?.status ?? 200;
  response.end(answer?.body ?? (request.method === 'POST' ? xml : JSON.stringify(json)));
}

async function serveObjects(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '', 'x-amz-date': datetime } = request.headers;
  const signed = { url: storeUrl + request.url!, service: 's3', region: 'us-east-1' };
  const { headers } = await new AwsV4Signer({ ...keys, ...signed, datetime: String(datetime) }).sign();
  response.statusCode = headers.get('authorization') === authorization ? 200 : 403;
  response.end('id\n1\n');
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked.length = 0;
  answer = undefined;
  validForMs = 3_600_000;
  writeFileSync(tokenFile, 'token-1\n');
});

const openStore = (settings: Record<string, string>) =>
  objectStore(readIngestConfig({ S3_ENDPOINT: storeUrl, ...settings }));
const read = async (objects: ReturnType<typeof objectStore>) =>
  String(await readBody(await objects.get('s3://lots/a.csv', {}), 100));
const webIdentity = () => ({
  AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/lots-reader',
  AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
  AWS_ENDPOINT_URL_STS: url,
});

describe('keys of a role for the object store', () => {
  it('a token of the cluster is exchanged for keys, which all requests share', async () => {
    const objects = openStore(webIdentity());
    expect(await Promise.all([read(objects), read(objects)])).toEqual(['id\n1\n', 'id\n1\n']);
    expect(await read(objects)).toBe('id\n1\n');
    expect(asked.map(({ body }) => body)).toEqual([
      {
        ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleSessionName: 'gem-auctions' },
        RoleArn: 'arn:aws:iam::123456789012:role/lots-reader',
        WebIdentityToken: 'token-1',
      },
    ]);
  });

  it('keys that soon expire are asked for again, with the current token', async () => {
    const objects = openStore(webIdentity());
    validForMs = 60_000;
    await read(objects);
    writeFileSync(tokenFile, 'token-2\n');
    await read(objects);
    expect(asked.map(({ body }) => body.WebIdentityToken)).toEqual(['token-1', 'token-2']);
  });

  it('a container asks the address of its platform for keys, with the token from its file', async () => {
    const objects = openStore({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    });
    expect(await read(objects)).toBe('id\n1\n');
    expect(asked).toEqual([{ path: '/v1/credentials', authorization: 'token-1', body: {} }]);
  });

  it('keys in the settings come before a role', async () => {
    expect(
      await read(
        openStore({
          ...webIdentity(),
          S3_ACCESS_KEY_ID: id,
          S3_SECRET_ACCESS_KEY: secret,
          S3_SESSION_TOKEN: keys.sessionToken,
        }),
      ),
    ).toBe('id\n1\n');
    expect(asked).toEqual([]);
  });

  it('a refused role fails with the code, and an unavailable service may be asked again', async () => {
    const objects = openStore(webIdentity());
    answer = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    await expect(read(objects)).rejects.toThrow(`${url} refuses the role for the S3 store (AccessDenied).`);
    answer = { status: 503, body: '' };
    await expect(read(objects)).rejects.toMatchObject({ name: 'Unavailable' });
    answer = { status: 200, body: '{}' };
    await expect(read(objects)).rejects.toThrow('has no keys of a role');
    answer = undefined;
    expect(await read(objects)).toBe('id\n1\n');
    const away = openStore({ ...webIdentity(), AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:2' });
    await expect(read(away)).rejects.toThrow('cannot be read from http://127.0.0.1:2: ECONNREFUSED.');
    const without = openStore({ ...webIdentity(), AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'none') });
    await expect(read(without)).rejects.toThrow(/The token of the role .*none \(ENOENT\)/);
  });
});
