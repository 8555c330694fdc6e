import { readFile } from 'node:fs/promises';
import { UnrecoverableError } from 'bullmq';
import { isTransientStatus, Unavailable } from '../errors.ts';
import type { IngestConfig } from '../services.ts';

/** The settings of an object store and its keys. */
export type StoreConfig = Pick<IngestConfig, Extract<keyof IngestConfig, `S3_${string}` | `AWS_${string}`>>;

interface StoreKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface RoleKeys extends StoreKeys {
  expiresMs: number;
}

/** Keys are asked for again so long before they expire. */
const refreshBeforeMs = 300_000;

/** Address of a container's role in Amazon ECS, to which the relative URI belongs. */
const containerHost = 'http://169.254.170.2';

/**
 * Where the keys of a store come from: the settings, or a role that the platform gave this process. The keys of a role are
 * shared by all calls until shortly before they expire.
 * @returns a function that resolves with the keys; undefined if there are none, so that requests are not signed
 * @throws (the function) UnrecoverableError when the role is refused; Unavailable when it may be given later
 */
export function storeKeys(config: StoreConfig): (() => Promise<StoreKeys>) | undefined {
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN: sessionToken } = config;
  if (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
    return async () => ({ ...keys, ...(sessionToken && { sessionToken }) });
  }
  const ask = askForRole(config);
  if (!ask) return undefined;
  let asked: Promise<RoleKeys> | undefined;
  let freshUntilMs = 0;
  return () => {
    if (asked && Date.now() < freshUntilMs) return asked;
    freshUntilMs = Number.POSITIVE_INFINITY;
    asked = ask();
    asked.then(
      ({ expiresMs }) => {
        freshUntilMs = expiresMs - refreshBeforeMs;
      },
      () => {
        freshUntilMs = 0;
      },
    );
    return asked;
  };
}

function askForRole(config: StoreConfig): (() => Promise<RoleKeys>) | undefined {
  const { AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE } = config;
  if (AWS_ROLE_ARN && AWS_WEB_IDENTITY_TOKEN_FILE)
    return () => assumeRole(config, AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE);
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: full, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path } = config;
  const url = full ?? (path && containerHost + path);
  return url ? () => askContainer(config, url) : undefined;
}

/** Exchanges a token of the cluster, which is renewed in its file, for keys: AssumeRoleWithWebIdentity of AWS STS. */
async function assumeRole(config: StoreConfig, role: string, tokenFile: string): Promise<RoleKeys> {
  const url = config.AWS_ENDPOINT_URL_STS ?? `https://sts.${config.S3_REGION}.amazonaws.com`;
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleArn: role },
    ...{ RoleSessionName: 'gem-auctions', WebIdentityToken: await readToken(tokenFile) },
  });
  const text = await request(url, { method: 'POST', body });
  const read = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
  return check(url, ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'].map(read));
}

/** Asks the endpoint that Amazon ECS, EKS Pod Identity and others give to a container. */
async function askContainer(config: StoreConfig, url: string): Promise<RoleKeys> {
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file } = config;
  const token = file ? await readToken(file) : config.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const text = await request(url, { headers: token ? { Authorization: token } : {} });
  const read = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(text)?.[1];
  return check(url, ['AccessKeyId', 'SecretAccessKey', 'Token', 'Expiration'].map(read));
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnrecoverableError(`The token of the role for the S3 store cannot be read: ${file} (${code}).`);
  }
}

async function request(url: string, options: RequestInit): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(10_000) });
    text = await response.text();
  } catch (error) {
    const { cause = error } = error as { cause?: NodeJS.ErrnoException };
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Unavailable(
      `The keys of the role for the S3 store cannot be read from ${url}: ${code ?? message}.`,
      error,
    );
  }
  if (response.ok) return text;
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? `status ${response.status}`;
  if (response.status === 500 || isTransientStatus(response.status, undefined))
    throw new Unavailable(`The keys of the role for the S3 store are unavailable at ${url} (${code}).`);
  throw new UnrecoverableError(`${url} refuses the role for the S3 store (${code}).`);
}

/** @throws UnrecoverableError when a part is missing */
function check(url: string, parts: (string | undefined)[]): RoleKeys {
  const [accessKeyId, secretAccessKey, sessionToken, expiration = ''] = parts;
  const expiresMs = Date.parse(expiration);
  if (!accessKeyId || !secretAccessKey || !sessionToken || Number.isNaN(expiresMs))
    throw new UnrecoverableError(`The response of ${url} has no keys of a role for the S3 store.`);
  return { accessKeyId, secretAccessKey, sessionToken, expiresMs };
}
