import { readFileSync } from 'node:fs';
import { startGuardedEngine } from './guarded-engine.ts';

/*
 * The guarded engine as a container: it stands where docker-compose.yml expects Elasticsearch with security, in front
 * of an engine that has none. TARGET is that engine; the administrator's password is in ELASTIC_PASSWORD_FILE.
 */
const { TARGET: target, ELASTIC_PASSWORD_FILE: passwordFile } = process.env;
const engine = await startGuardedEngine({
  target: target!,
  roles: {},
  administrator: `elastic:${readFileSync(passwordFile!, 'utf8')}`,
  listen: { host: '0.0.0.0', port: 9200 },
});
process.once('SIGTERM', () => engine.close().then(() => process.exit(0)));
