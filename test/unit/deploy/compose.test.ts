import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../../config/settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: the file's shape is what is tested
type Service = any;

const source = readFileSync('docker-compose.yml', 'utf8');
const { services, networks, volumes } = parse(source, { merge: true });
const volumesOf = (name: string): string[] =>
  (services[name].volumes ?? []).map((volume: string) => volume.split(':')[0]);
const secretsOf = (name: string) => volumesOf(name).filter((volume) => volume.startsWith('credentials'));
const networksOf = (name: string): string[] => services[name].networks ?? [];

describe('docker-compose.yml', () => {
  it('Elasticsearch has security enabled, and its password comes from a file', () => {
    const { environment } = services.elasticsearch;
    expect(environment['xpack.security.enabled']).toBe('true');
    expect(environment.ELASTIC_PASSWORD_FILE).toBe('/credentials/password');
    expect(secretsOf('elasticsearch')).toEqual(['credentials-elasticsearch']);
  });

  it('Redis starts only with the users of the ACL file', () => {
    const { command } = services.redis;
    expect(command[command.indexOf('--aclfile') + 1]).toBe('/credentials/users.acl');
    expect(secretsOf('redis')).toEqual(['credentials-redis']);
  });

  it.each(['api', 'worker', 'scorecard'])('the service %s gets its own credentials and no others', (name) => {
    expect(secretsOf(name)).toEqual([`credentials-${name}`]);
    expect(services[name].environment).toMatchObject({
      ELASTICSEARCH_URL_FILE: '/credentials/elasticsearch-url',
      REDIS_URL_FILE: '/credentials/redis-url',
    });
  });

  it('credentials are mounted read-only, except where they are created', () => {
    expect(secretsOf('sample-data')).toEqual(['credentials-worker']);
    for (const [name, { volumes: mounts = [] }] of Object.entries<Service>(services)) {
      const writable = mounts.filter(
        (mount: string) => mount.startsWith('credentials') && !mount.endsWith(':ro'),
      );
      expect(writable.length > 0).toBe(name === 'credentials');
    }
  });

  it('the file contains no password', () => {
    expect(source).not.toMatch(/PASSWORD:|\/\/[^/\s]*:[^/\s]*@/);
  });

  it('no service that needs access starts before access is granted', () => {
    const completed = { condition: 'service_completed_successfully' };
    for (const name of ['elasticsearch', 'redis'])
      expect(services[name].depends_on).toEqual({ credentials: completed });
    for (const name of ['api', 'worker', 'scorecard'])
      expect(services[name].depends_on).toMatchObject({ access: completed });
    expect(services['sample-data'].depends_on).toEqual({ worker: { condition: 'service_healthy' } });
    // With --wait, Docker Compose takes the end of a container for a failure, unless another one depends on it.
    expect(services.scorecard.depends_on['sample-data']).toEqual(completed);
    expect(services.access.depends_on).toEqual({
      elasticsearch: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('API, worker and scorecard process share no network, and their networks lead nowhere else', () => {
    const all = ['api', 'worker', 'scorecard'].flatMap(networksOf);
    expect(new Set(all).size).toBe(all.length);
    for (const name of ['elasticsearch', 'redis']) {
      expect(services[name].ports).toBeUndefined();
      expect(networksOf(name).map((network) => networks[network]?.internal)).toEqual([true, true, true]);
    }
    for (const name of ['worker', 'scorecard'])
      expect(networksOf(name).map((network) => networks[network]?.internal)).toEqual([true]);
    expect(services.api.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(services.credentials.network_mode).toBe('none');
  });

  it('an extra file lets only the worker reach an object store, with keys from files', () => {
    const added = parse(readFileSync('deploy/compose.store.yaml', 'utf8'));
    expect(Object.keys(added.services)).toEqual(['worker']);
    expect(added.services.worker.networks).toEqual([...networksOf('worker'), 'store']);
    expect(added.networks).toEqual({ store: null });
    expect(Object.keys(networks)).not.toContain('store');
    const { environment, secrets } = added.services.worker;
    for (const name of Object.keys(environment))
      expect(Object.keys(settings)).toContain(name.replace(/_FILE$/, ''));
    expect(Object.keys(added.secrets)).toEqual(secrets);
    const paths = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'));
    expect(paths).toEqual(secrets.map((name: string) => `/run/secrets/${name}`));
  });

  it('volumes and networks are exactly those in use', () => {
    const names = Object.keys(services);
    expect(new Set(names.flatMap(volumesOf))).toEqual(new Set(Object.keys(volumes)));
    expect(new Set(names.flatMap(networksOf))).toEqual(new Set(Object.keys(networks)));
  });

  it('images built here run without privileges', () => {
    for (const [name, service] of Object.entries<Service>(services)) {
      if (!service.build) continue;
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.cap_add ?? []).toEqual(name === 'credentials' ? ['CHOWN'] : []);
    }
  });

  it('the image is built with one npm ci, in a layer that only a changed list of packages makes again', () => {
    const [before, ...after] = readFileSync('Dockerfile', 'utf8').split(/^RUN npm ci/m);
    expect(after).toHaveLength(1);
    const copied = [...before!.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
    const linked = ['ingest/cli/package.json', 'ingest/cli/gem-auctions.js', 'local/node'];
    expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc', ...linked]);
    expect(after[0]!.slice(0, after[0]!.indexOf('RUN npm prune'))).not.toMatch(/^COPY/m);
  });

  it('every image is pinned to an exact version', () => {
    const images = [
      ...source.matchAll(/\$\{(?!SERVICE)\w+_IMAGE:-([^}]+)\}/g),
      ...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG NODE_IMAGE=(.+)$/gm),
    ].map(([, image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images)
      expect(basename(image!)).toMatch(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
  });
});
