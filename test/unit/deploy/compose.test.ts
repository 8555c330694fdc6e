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
  it('has security on in Elasticsearch, and its password in a file', () => {
    const { environment } = services.elasticsearch;
    expect(environment['xpack.security.enabled']).toBe('true');
    expect(environment.ELASTIC_PASSWORD_FILE).toBe('/credentials/password');
    expect(secretsOf('elasticsearch')).toEqual(['credentials-elasticsearch']);
  });

  it('starts Redis with the users of the ACL file alone', () => {
    const { command } = services.redis;
    expect(command[command.indexOf('--aclfile') + 1]).toBe('/credentials/users.acl');
    expect(secretsOf('redis')).toEqual(['credentials-redis']);
  });

  it.each(['api', 'worker', 'scorecard'])(
    'gives the %s the credentials that are its own, and nothing else',
    (name) => {
      expect(secretsOf(name)).toEqual([`credentials-${name}`]);
      expect(services[name].environment).toMatchObject({
        ELASTICSEARCH_URL_FILE: '/credentials/elasticsearch-url',
        REDIS_URL_FILE: '/credentials/redis-url',
      });
    },
  );

  it('mounts every credential read-only but where it is made', () => {
    for (const [name, { volumes: mounts = [] }] of Object.entries<Service>(services)) {
      const writable = mounts.filter(
        (mount: string) => mount.startsWith('credentials') && !mount.endsWith(':ro'),
      );
      expect(writable.length > 0).toBe(name === 'credentials');
    }
  });

  it('has no password in it', () => {
    expect(source).not.toMatch(/PASSWORD:|\/\/[^/\s]*:[^/\s]*@/);
  });

  it('starts nothing that needs access before it is granted', () => {
    const completed = { condition: 'service_completed_successfully' };
    for (const name of ['elasticsearch', 'redis'])
      expect(services[name].depends_on).toEqual({ credentials: completed });
    for (const name of ['api', 'worker', 'scorecard'])
      expect(services[name].depends_on).toEqual({ access: completed });
    expect(services.access.depends_on).toEqual({
      elasticsearch: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('keeps the API, the worker and the scorecard process in networks of their own, which lead nowhere else', () => {
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

  it('opens a way to a store for the worker alone, by a file of its own, with keys from files', () => {
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

  it('has every volume and network that is used, and no other', () => {
    const names = Object.keys(services);
    expect(new Set(names.flatMap(volumesOf))).toEqual(new Set(Object.keys(volumes)));
    expect(new Set(names.flatMap(networksOf))).toEqual(new Set(Object.keys(networks)));
  });

  it('runs what it builds without rights', () => {
    for (const [name, service] of Object.entries<Service>(services)) {
      if (!service.build) continue;
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.cap_add ?? []).toEqual(name === 'credentials' ? ['CHOWN'] : []);
    }
  });

  it('names every image by its exact version', () => {
    const images = [
      ...source.matchAll(/\$\{\w+_IMAGE:-([^}]+)\}/g),
      ...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG NODE_IMAGE=(.+)$/gm),
    ].map(([, image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images)
      expect(basename(image!)).toMatch(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
  });
});
