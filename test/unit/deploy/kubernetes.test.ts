import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { heapFlag } from '../../../config/process-memory.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { settings } from '../../../config/settings.ts';
import { runProgram } from '../../../local/process/run-program.ts';

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; their shape is what is tested
type Manifest = any;

const modules = resolve('node_modules/kubernetes-models');
const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const manifests: Manifest[] = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8')).map((part) =>
  part.toJS(),
);
const find = (kind: string, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const podOf = (name: string) => (find('Deployment', name) ?? find('Job', name)).spec.template;
const containerOf = (name: string) => podOf(name).spec.containers[0];
const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });

describe('the Kubernetes example', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    'the API server accepts the values of %s',
    async (_, manifest) => {
      const models = await import(join(modules, groupOf(manifest), 'index.js'));
      expect(() => new models[manifest.kind](manifest).validate()).not.toThrow();
    },
  );

  it('fields are known to Kubernetes, and no required field is missing', async () => {
    const declarations = manifests.map((manifest, i) => {
      const type = `import('${join(modules, groupOf(manifest), `${manifest.kind}.d.ts`)}').I${manifest.kind}`;
      return `export const manifest${i}: ${type} = ${JSON.stringify(manifest)};`;
    });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, declarations.join('\n'));
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--strict',
      '--skipLibCheck',
      '--types',
      '',
    ];
    expect(await runProgram('tsc', [...options, file])).toBe('');
  });

  it.each(['gem-api', 'gem-worker', 'gem-scorecard', 'gem-access'])(
    '%s runs without privileges, as the namespace requires',
    (name) => {
      expect(find('Namespace', 'gem-auctions').metadata.labels['pod-security.kubernetes.io/enforce']).toBe(
        'restricted',
      );
      expect(podOf(name).spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containerOf(name).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    },
  );

  it('only existing settings are set, and addresses and keys come from the Secret', () => {
    const { data } = find('ConfigMap', 'gem-auctions-settings');
    const own = manifests.flatMap((manifest) => manifest.spec?.template?.spec.containers ?? []);
    const names = [
      ...Object.keys(data),
      ...own.flatMap(({ env = [] }) => env.map(({ name }: Manifest) => name)),
    ];
    for (const name of names) expect(Object.keys(settings)).toContain(name);
    for (const name of ['ELASTICSEARCH_URL', 'ELASTICSEARCH_API_KEY', 'REDIS_URL'])
      expect(names).not.toContain(name);
  });

  it('each program has its own Secret, and none has that of the administrator', () => {
    const secretsOf = (pod: Manifest) =>
      pod.spec.containers.flatMap(({ envFrom }: Manifest) =>
        envFrom.flatMap(({ secretRef, prefix }: Manifest) => (secretRef ? [[prefix, secretRef.name]] : [])),
      );
    expect(secretsOf(podOf('gem-api'))).toEqual([[undefined, 'gem-api-servers']]);
    expect(secretsOf(podOf('gem-worker'))).toEqual([[undefined, 'gem-worker-servers']]);
    expect(secretsOf(podOf('gem-scorecard'))).toEqual([[undefined, 'gem-scorecard-servers']]);
    // The source of all rights: the shipped roles and rules.
    const { template } = find('Job', 'gem-access').spec;
    expect(template.spec.containers[0].command).toEqual(compose.services.access.command);
    expect(secretsOf(template)).toEqual([
      ['ADMIN_', 'gem-admin-servers'],
      ['API_', 'gem-api-servers'],
      ['WORKER_', 'gem-worker-servers'],
      ['SCORECARD_', 'gem-scorecard-servers'],
    ]);
    expect(template.metadata.labels).toMatchObject(
      find('NetworkPolicy', 'reach-engines').spec.podSelector.matchLabels,
    );
  });

  it('pods reach an object store only with a label that none of them has by default', () => {
    const { podSelector, policyTypes, egress } = find('NetworkPolicy', 'reach-store').spec;
    const [[label]] = Object.entries(podSelector.matchLabels) as [[string, string]];
    expect(policyTypes).toEqual(['Egress']);
    expect(egress).toEqual([
      {
        to: [{ ipBlock: { cidr: expect.stringMatching(/\/32$/) } }],
        ports: [{ protocol: 'TCP', port: 443 }],
      },
    ]);
    for (const name of ['gem-api', 'gem-worker', 'gem-scorecard', 'gem-access'])
      expect(Object.keys(podOf(name).metadata.labels)).not.toContain(label);
  });

  it('no trusted proxy network is wider than 256 addresses, in the example and in documents', () => {
    const { TRUST_PROXY } = find('ConfigMap', 'gem-auctions-settings').data;
    const documents = globSync('{*.md,docs/**/*.md,deploy/**/*.yaml}').map((file) =>
      readFileSync(file, 'utf8'),
    );
    const networks = [TRUST_PROXY, ...documents].flatMap((text) => [
      ...text.matchAll(/\b\d+\.\d+\.\d+\.\d+\/(\d+)\b/g),
    ]);
    expect(networks.length).toBeGreaterThan(2);
    for (const [network, length] of networks) expect(Number(length), network).toBeGreaterThanOrEqual(24);
  });

  it('worker and scorecard start as in the compose file, on the ports of their probes', () => {
    const worker = containerOf('gem-worker');
    expect(worker.command).toEqual(['node', heapFlag(), 'ingest/worker.ts']);
    const port = worker.env.find(({ name }: Manifest) => name === 'WORKER_PORT').value;
    expect(worker.ports).toEqual([{ name: 'operations', containerPort: Number(port) }]);
    expect(compose.services.worker.environment.WORKER_PORT).toBe(port);
    const scorecard = containerOf('gem-scorecard');
    expect(scorecard.command).toEqual(['node', heapFlag(), 'api/ext/scorecard/worker.ts']);
    expect(scorecard.ports).toEqual([{ name: 'operations', containerPort: Number(scorecard.env[0].value) }]);
    expect(compose.services.scorecard.environment.SCORECARD_PORT).toBe(scorecard.env[0].value);
    expect(containerOf('gem-api').ports).toEqual([
      { name: 'http', containerPort: readSettings(['PORT'], {}).PORT },
    ]);
  });

  it.each([
    ['gem-api', ['startupProbe', 'livenessProbe', 'readinessProbe']],
    ['gem-worker', ['startupProbe', 'livenessProbe', 'readinessProbe']],
    ['gem-scorecard', ['startupProbe', 'livenessProbe']],
  ])('probes and network policy of %s use a port that its container has', (name, probes) => {
    const container = containerOf(name);
    const ports = container.ports.map((port: Manifest) => port.name);
    for (const probe of probes) {
      expect(ports).toContain(container[probe].httpGet.port);
    }
    const policy = manifests.find(
      ({ kind, spec }) =>
        kind === 'NetworkPolicy' && spec.ingress && spec.podSelector.matchLabels.app === name,
    );
    expect(
      policy.spec.ingress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port)),
    ).toEqual(ports);
    expect(podOf(name).metadata.labels).toMatchObject(
      find('NetworkPolicy', 'reach-engines').spec.podSelector.matchLabels,
    );
  });
});

/** The path of the models for a manifest's kind: `apps/v1`, `networking.k8s.io/v1`, `v1`. */
const groupOf = ({ apiVersion }: Manifest): string => apiVersion;
