import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { heapFlag } from '../../../config/process-memory.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { settings } from '../../../config/settings.ts';
import { findProgram, runProgram } from '../../../local/process/run-program.ts';

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; their shape is what is tested
type Manifest = any;

const chart = 'deploy/helm/gem-auctions';
const uses = globSync(`${chart}/ci/*-values.yaml`).map((file) => basename(file, '-values.yaml'));
const valuesOf = (use: string) => ['--values', `${chart}/ci/${use}-values.yaml`];
const programs = ['api', 'worker', 'scorecard'];
const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });

const folder = mkdtempSync(join(tmpdir(), 'chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const helm = findProgram('helm');
if (!helm) console.log('helm is not on the PATH: the tests of the Helm chart are skipped.');
const template = (...options: string[]) => runProgram(helm!, ['template', 'gem', chart, ...options]);
const rendered: Record<string, Manifest[]> = {};

beforeAll(async () => {
  if (!helm) return;
  for (const use of uses)
    rendered[use] = parseAllDocuments(await template(...valuesOf(use))).map((part) => part.toJS());
});

const find = (use: string, kind: string, name: string): Manifest =>
  rendered[use]!.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const podOf = (use: string, program: string): Manifest =>
  (find(use, 'Deployment', `gem-${program}`) ?? find(use, 'Job', `gem-${program}`)).spec.template;
const containerOf = (use: string, program: string): Manifest => podOf(use, program).spec.containers[0];
const secretsOf = (container: Manifest) =>
  container.envFrom.flatMap(({ secretRef, prefix }: Manifest) =>
    secretRef ? [`${prefix ?? ''}${secretRef.name}`] : [],
  );
const pods = (use: string): Manifest[] => rendered[use]!.flatMap(({ spec }) => spec?.template ?? []);

describe.skipIf(!helm)('the Helm chart', () => {
  it('has values for the five uses', () => {
    expect(uses.toSorted()).toEqual(['autoscaling', 'external', 'no-dashboard', 'store', 'trial']);
  });

  it.each(uses)('helm lint finds nothing with the values %s', async (use) => {
    expect(await runProgram(helm!, ['lint', '--strict', chart, ...valuesOf(use)])).toContain(
      '0 chart(s) failed',
    );
  });

  it.each(uses)('Kubernetes accepts the values of all manifests of %s', async (use) => {
    for (const manifest of rendered[use]!) {
      const models = await import(join(modulesOf(manifest), 'index.js'));
      expect(() => new models[manifest.kind](manifest).validate()).not.toThrow();
    }
  });

  it('fields are known to Kubernetes, and no required field is missing', async () => {
    const declarations = Object.values(rendered)
      .flat()
      .map((manifest, i) => {
        const type = `import('${join(modulesOf(manifest), `${manifest.kind}.d.ts`)}').I${manifest.kind}`;
        return `export const manifest${i}: ${type} = ${JSON.stringify(manifest)};`;
      });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, declarations.join('\n'));
    const options = ['--noEmit', '--ignoreConfig', '--module', 'nodenext', '--strict', '--skipLibCheck'];
    expect(await runProgram('tsc', [...options, '--types', '', file])).toBe('');
  });

  it.each(uses)('pods of %s run without privileges, as the level "restricted" demands', (use) => {
    expect(pods(use).length).toBeGreaterThanOrEqual(3);
    for (const { spec, metadata } of pods(use)) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      const isOwn = metadata.labels['gem-auctions/trial'] === undefined;
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        ...(isOwn && { readOnlyRootFilesystem: true }),
      });
    }
  });

  it.each(uses)('%s sets only settings that exist, and no address or password in clear', (use) => {
    const { data } = find(use, 'ConfigMap', 'gem-settings');
    const own = programs.flatMap((program) => containerOf(use, program).env);
    const names = [...Object.keys(data ?? {}), ...own.map(({ name }: Manifest) => name)];
    for (const name of names) expect(Object.keys(settings)).toContain(name);
    for (const name of names) expect(name).not.toMatch(/_URL$(?<!PUBLIC_URL)|PASSWORD|KEY|TOKEN$/);
  });

  it("each program has its own Secret, and only the Job that grants access has the administrator's", () => {
    expect(programs.map((program) => secretsOf(containerOf('external', program)))).toEqual([
      ['gem-api-servers'],
      ['gem-worker-servers', 'gem-dashboard'],
      ['gem-scorecard-servers'],
    ]);
    const job = containerOf('external', 'access-1');
    expect(job.command).toEqual(compose.services.access.command);
    expect(secretsOf(job)).toEqual([
      ...['ADMIN_gem-admin-servers', 'API_gem-api-servers', 'WORKER_gem-worker-servers'],
      'SCORECARD_gem-scorecard-servers',
    ]);
    expect(job.env).toEqual([{ name: 'FORMER_USERS', value: 'gem-auctions-api-1' }]);
    expect(podOf('external', 'access-1').metadata.labels).toMatchObject(
      find('external', 'NetworkPolicy', 'gem-engines').spec.podSelector.matchLabels,
    );
    expect(rendered['no-dashboard']!.filter(({ kind }) => kind === 'Job')).toEqual([]);
  });

  it('authorities of existing servers are mounted where the settings expect them', () => {
    const { data } = find('external', 'ConfigMap', 'gem-settings');
    const [{ name, mountPath }] = containerOf('external', 'api').volumeMounts;
    const volume = podOf('external', 'api').spec.volumes.find((one: Manifest) => one.name === name);
    const [{ secret }] = volume.projected.sources;
    expect(secret.name).toBe('lots-es-http-certs-public');
    expect(data.ELASTICSEARCH_CA_FILE).toBe(`${mountPath}/${secret.items[0].path}`);
    expect(data.REDIS_CA_FILE).toBeUndefined();
  });

  it('an ingress sets the proxies and the public address, and does not reach the operations port', async () => {
    const { data } = find('external', 'ConfigMap', 'gem-settings');
    expect(data).toMatchObject({
      ...{ TRUST_PROXY: '10.42.7.0/28', PUBLIC_URL: 'https://lots.example.org', RATE_LIMIT_MAX: '5000' },
    });
    expect(() => readSettings(['TRUST_PROXY', 'PUBLIC_URL', 'RATE_LIMIT_MAX'], data)).not.toThrow();
    const { rules } = find('external', 'Ingress', 'gem').spec;
    const { service } = rules[0].http.paths[0].backend;
    const port = find('external', 'Service', service.name).spec.ports.find(
      (one: Manifest) => one.name === service.port.name,
    );
    expect([service.name, port.targetPort]).toEqual(['gem-api', 'http']);
    const without = ['--set', 'ingress.enabled=true,ingress.host=lots.example.org'];
    await expect(template(...without)).rejects.toThrow('ingress.trustProxy: the networks of the ingress');
  });

  it('no trusted proxy network is wider than 256 addresses, in the chart and in documents', () => {
    const texts = globSync('{*.md,docs/**/*.md,deploy/**/*.yaml}').map((file) => readFileSync(file, 'utf8'));
    const networks = texts.flatMap((text) => [...text.matchAll(/\b\d+\.\d+\.\d+\.\d+\/(\d+)\b/g)]);
    expect(networks.length).toBeGreaterThan(2);
    for (const [network, length] of networks) expect(Number(length), network).toBeGreaterThanOrEqual(24);
  });

  it('the autoscaler alone decides the number of API pods', () => {
    expect(find('autoscaling', 'Deployment', 'gem-api').spec.replicas).toBeUndefined();
    const { scaleTargetRef, maxReplicas } = find('autoscaling', 'HorizontalPodAutoscaler', 'gem-api').spec;
    expect([scaleTargetRef.name, maxReplicas]).toEqual(['gem-api', 20]);
    expect(find('external', 'HorizontalPodAutoscaler', 'gem-api')).toBeUndefined();
    expect(find('external', 'Deployment', 'gem-api').spec.replicas).toBe(2);
    expect(containerOf('autoscaling', 'api').image).toMatch(/^ghcr\.io\/OWNER\/gem-auctions@sha256:/);
  });

  it('several workers share a volume, and a volume of one node has one worker at a time', () => {
    const strategy = (use: string) => find(use, 'Deployment', 'gem-worker').spec.strategy;
    expect(find('autoscaling', 'PersistentVolumeClaim', 'gem-imports').spec.accessModes).toEqual([
      'ReadWriteMany',
    ]);
    expect([strategy('autoscaling'), strategy('external')]).toEqual([undefined, { type: 'Recreate' }]);
    const { volumes } = podOf('autoscaling', 'worker').spec;
    expect(volumes.at(-1)).toEqual({ name: 'imports', persistentVolumeClaim: { claimName: 'gem-imports' } });
  });

  it('the dashboard exists only with its Secret', () => {
    expect(JSON.stringify(rendered.external)).toContain('gem-dashboard');
    expect(JSON.stringify(rendered['no-dashboard'])).not.toContain('dashboard');
    expect(find('no-dashboard', 'Deployment', 'gem-scorecard').spec.replicas).toBe(0);
  });

  it('only the worker reaches the object store, with the role of its service account', () => {
    const { podSelector, egress } = find('store', 'NetworkPolicy', 'gem-store').spec;
    expect(podSelector.matchLabels).toEqual({ app: 'gem-worker' });
    expect(egress).toEqual([{ to: [{ ipBlock: { cidr: '203.0.113.10/32' } }] }]);
    const account = find('store', 'ServiceAccount', 'gem-worker');
    expect(Object.keys(account.metadata.annotations)).toEqual(['eks.amazonaws.com/role-arn']);
    const accounts = programs.map((program) => podOf('store', program).spec.serviceAccountName);
    expect(accounts).toEqual([undefined, 'gem-worker', undefined]);
    expect(find('external', 'NetworkPolicy', 'gem-store')).toBeUndefined();
  });

  it('the trial has servers of its own, which its programs alone reach, with a folder for backups', async () => {
    const { stringData } = find('trial', 'Secret', 'gem-trial');
    for (const program of programs) expect(secretsOf(containerOf('trial', program))).toEqual(['gem-trial']);
    const read = readSettings(['ELASTICSEARCH_URL', 'REDIS_URL'], stringData);
    for (const address of Object.values(read)) {
      const { hostname, port, password } = new URL(address);
      expect(password).toBe('trial1234');
      expect(find('trial', 'Service', hostname).spec.ports).toEqual([{ port: Number(port) }]);
      const server = find('trial', 'StatefulSet', hostname).spec.template;
      expect(server.spec.containers[0].ports).toEqual([{ containerPort: Number(port) }]);
      expect(server.metadata.labels).toMatchObject(
        find('trial', 'NetworkPolicy', 'gem-engines').spec.egress[1].to[0].podSelector.matchLabels,
      );
    }
    const { env, volumeMounts } = find('trial', 'StatefulSet', 'gem-elasticsearch').spec.template.spec
      .containers[0];
    const repo = env.find(({ name }: Manifest) => name === 'path.repo').value;
    expect(repo.startsWith(`${volumeMounts[0].mountPath}/`)).toBe(true);
    for (const name of ['elasticsearch', 'redis']) {
      const [, image] = /:-([^}]+)\}/.exec(compose.services[name].image)!;
      expect(find('trial', 'StatefulSet', `gem-${name}`).spec.template.spec.containers[0].image).toBe(image);
    }
    await expect(template('--set', 'trial.enabled=true')).rejects.toThrow('trial.password: a password of');
  });

  it('Prometheus scrapes each program under the job that its alerts expect', () => {
    const { jobLabel, selector, endpoints } = find('external', 'ServiceMonitor', 'gem').spec;
    const services = programs.map((program) => find('external', 'Service', `gem-${program}`));
    expect(services.map(({ metadata }) => metadata.labels[jobLabel])).toEqual(
      programs.map((program) => `gem-${program}`),
    );
    for (const { metadata, spec } of services) {
      expect(metadata.labels).toMatchObject(selector.matchLabels);
      expect(spec.ports.map(({ name }: Manifest) => name)).toContain(endpoints[0].port);
    }
    const { groups } = parse(readFileSync(`${chart}/alerts.yaml`, 'utf8'));
    expect(find('external', 'PrometheusRule', 'gem').spec.groups).toEqual(groups);
    for (const [, job] of JSON.stringify(groups).matchAll(/job=\\"([^"\\]+)/g))
      expect(programs.map((program) => `gem-${program}`)).toContain(job);
  });

  it.each([
    ['api', 'api/server.js', 'OPERATIONS_PORT', ['operations', 'http']],
    ['worker', 'ingest/worker.ts', 'WORKER_PORT', ['operations']],
    ['scorecard', 'api/ext/scorecard/worker.ts', 'SCORECARD_PORT', ['operations']],
  ])(
    '%s starts as in the compose file, on the ports of its probes and policies',
    (program, file, setting, names) => {
      const container = containerOf('external', program);
      expect(container.command).toEqual(['node', heapFlag(), file]);
      expect(compose.services[program].command.at(-1)).toBe(file);
      const [{ name, value }] = container.env;
      const numbers = { operations: Number(value), http: readSettings(['PORT'], {}).PORT };
      expect(name).toBe(setting);
      expect(container.ports).toEqual(
        names.map((port) => ({ name: port, containerPort: numbers[port as keyof typeof numbers] })),
      );
      for (const probe of ['startupProbe', 'livenessProbe'])
        expect(container[probe].httpGet.port).toBe('operations');
      const policy = find('external', 'NetworkPolicy', `gem-${program}`).spec;
      expect(policy.podSelector.matchLabels).toEqual({ app: podOf('external', program).metadata.labels.app });
      expect(
        policy.ingress.flatMap(({ ports }: Manifest) => ports.map(({ port }: Manifest) => port)),
      ).toEqual(names);
      const labels = podOf('external', program).metadata.labels;
      for (const shared of ['gem-engines', 'gem-deny'])
        expect(labels).toMatchObject(find('external', 'NetworkPolicy', shared).spec.podSelector.matchLabels);
    },
  );
});

/** The folder of the models of a manifest's kind. */
function modulesOf({ apiVersion }: Manifest): string {
  const isOperator = apiVersion.startsWith('monitoring.coreos.com/');
  const name = isOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return resolve('node_modules', name, apiVersion);
}
