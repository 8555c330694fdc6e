import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { actionsOf } from './actions-of.ts';
import type { Certificates } from './certificates.ts';
import { type Action, allows, type Role } from './role.ts';

/** Elasticsearch behind a proxy that checks API keys and roles like the security of Elasticsearch. */
export interface GuardedEngine {
  url: string;
  /** The allowed requests, each once: `GET /`, `search auctions`, … */
  allowed: Set<string>;
  /** The refused requests with the reasons. */
  refused: Set<string>;
  close(): Promise<void>;
}

/**
 * Starts a proxy before Elasticsearch. It responds with 401 without a known key and with 403 if the role of the key does
 * not allow the request, in the format of Elasticsearch. Elasticsearch answers everything else.
 * @param options.roles by API key, or by `user:password`
 * @param options.administrator `user:password` of the user who may do everything, and create roles and users
 */
export async function startGuardedEngine(options: {
  target: string;
  roles: Record<string, Role>;
  certificates?: Certificates;
  administrator?: string;
  listen?: { host: string; port: number };
}): Promise<GuardedEngine> {
  const security = emulateSecurity(options.roles);
  const allowed = new Set<string>();
  const refused = new Set<string>();

  async function answer(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const path = decodeURIComponent(new URL(asked.url!, 'http://engine').pathname);
    const credentials = credentialsOf(asked.headers.authorization);
    if (options.administrator && credentials === options.administrator) {
      if (!path.startsWith('/_security/')) return forward(asked, body, answered);
      if (asked.method === 'DELETE') return respond(answered, 200, security.remove(path));
      return respond(answered, 200, security.create(path, JSON.parse(body.toString())));
    }
    const role = options.roles[credentials];
    const line = `${asked.method} ${path}`;
    if (role === undefined) {
      refused.add(`${line}: 401`);
      return refuse(answered, 401, 'unable to authenticate with provided credentials');
    }
    const actions = actionsOf({ method: asked.method!, path, body: body.toString() });
    const excess = actions?.find((action) => !allows(role, action));
    if (actions === undefined || excess) {
      refused.add(excess ? nameOf(excess) : `${line}: not known to this test`);
      return refuse(answered, 403, `action [${excess?.name ?? line}] is unauthorized`);
    }
    for (const action of actions) allowed.add(nameOf(action));
    forward(asked, body, answered);
  }

  function forward(asked: IncomingMessage, body: Buffer, answered: ServerResponse): void {
    const { authorization: _, 'transfer-encoding': __, connection: ___, ...headers } = asked.headers;
    const target = new URL(asked.url!, options.target);
    const sent = request(target, {
      method: asked.method,
      // Each request uses a new connection, because Elasticsearch may be closing an old one.
      agent: false,
      headers: { ...headers, host: target.host, 'content-length': body.length },
    });
    sent.on('response', (response) => {
      answered.writeHead(response.statusCode!, response.headers);
      response.pipe(answered);
    });
    sent.on('error', () => answered.destroy());
    sent.end(body);
  }

  const handle = (asked: IncomingMessage, answered: ServerResponse) =>
    void answer(asked, answered).catch(() => answered.destroy());
  const { certificates } = options;
  const server = certificates ? createTlsServer({ ...certificates.server }, handle) : createServer(handle);
  // Elasticsearch does not close idle connections.
  server.keepAliveTimeout = 0;
  const { host, port } = options.listen ?? { host: '127.0.0.1', port: 0 };
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `${certificates ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as AddressInfo).port}`,
    allowed,
    refused,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const nameOf = ({ name, index }: Action) => `${name}${index === undefined ? '' : ` ${index}`}`;

/** An API key, or `user:password`. */
function credentialsOf(authorization: string | undefined): string {
  const [scheme = '', credentials = ''] = authorization?.split(' ') ?? [];
  if (scheme === 'ApiKey') return credentials;
  return scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString() : '';
}

/** Handles the three requests of the security API that this project makes. They change `users`. */
function emulateSecurity(users: Record<string, Role>) {
  const roles: Record<string, Role> = {};
  const forget = (name: string) => {
    for (const known of Object.keys(users)) if (known.startsWith(`${name}:`)) delete users[known];
  };
  return {
    remove(path: string): object {
      forget(path.split('/')[3]!);
      return { found: true };
    },
    create(path: string, body: object): object {
      const [, , kind, name] = path.split('/') as [string, string, string, string];
      if (kind === 'role') roles[name] = body as Role;
      else if (kind === 'user') {
        const { password, roles: given } = body as { password: string; roles: string[] };
        forget(name);
        users[`${name}:${password}`] = roles[given[0]!]!;
      } else throw new Error(`The guarded engine does not support ${path}. Add it to guarded-engine.ts.`);
      return { [kind]: { created: true } };
    },
  };
}

/** An error in the format of Elasticsearch's security. */
function refuse(answered: ServerResponse, status: 401 | 403, reason: string): void {
  const cause = { type: 'security_exception', reason };
  const body = { error: { root_cause: [cause], ...cause }, status };
  respond(answered, status, body, status === 401 ? ['Basic realm="security"', 'ApiKey'] : undefined);
}

function respond(answered: ServerResponse, status: number, body: object, schemes?: string[]): void {
  answered.writeHead(status, {
    'content-type': 'application/json',
    'x-elastic-product': 'Elasticsearch',
    ...(schemes && { 'www-authenticate': schemes }),
  });
  answered.end(JSON.stringify(body));
}
