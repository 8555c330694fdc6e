import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../../config/settings.ts';
import { runProgram } from '../../../local/process/run-program.ts';
import { findTool } from '../../support/find-tool.ts';

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; their shape is what is tested
type Manifest = any;

const chart = 'deploy/helm/gem-auctions';
const uses = globSync(`${chart}/ci/*-values.yaml`).map((file) => basename(file, '-values.yaml'));
const valuesOf = (use: string) => ['--values', `${chart}/ci/${use}-values.yaml`];
const programs = ['api', 'worker'];

const folder = mkdtempSync(join(tmpdir(), 'chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const helm = findTool('helm');
const template = (...options: string[]) => runProgram(helm!, ['template', 'gem', chart, ...options]);
const rendered: Record<string, Manifest[]> = {};

beforeAll(async () => {
  if (!helm) return;
  for (const use of uses)
    rendered[use] = parseAllDocuments(await template(...valuesOf(use))).map((part) => part.toJS());
});

const find = (use: string, kind: string, name: string): Manifest =>
  rendered[use]!.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const containerOf = (use: string, program: string): Manifest =>
  find(use, 'Deployment', `gem-${program}`).spec.template.spec.containers[0];
const pods = (use: string): Manifest[] => rendered[use]!.flatMap(({ spec }) => spec?.template ?? []);

describe.skipIf(!helm)('the Helm chart', () => {
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
    expect(pods(use).length).toBeGreaterThanOrEqual(2);
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
    const clear = names.filter((name) => !own.some((entry) => entry.name === name && entry.valueFrom));
    for (const name of clear) expect(name).not.toMatch(/_URL$(?<!PUBLIC_URL)|PASSWORD|KEY|TOKEN$/);
  });

  it('every program can write to /tmp, on disk', () => {
    for (const program of programs) {
      const { spec } = find('trial', 'Deployment', `gem-${program}`).spec.template;
      expect(spec.containers[0].volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
      expect(spec.volumes).toContainEqual({ name: 'tmp', emptyDir: {} });
    }
  });

  it('Redis of the trial refuses writes at half of the memory of its container', () => {
    const [{ command, resources }] = find('trial', 'StatefulSet', 'gem-redis').spec.template.spec.containers;
    const [, megabytes] = /--maxmemory (\d+)mb/.exec(command.join(' '))!;
    expect(2 * Number(megabytes)).toBeLessThanOrEqual(Number.parseInt(resources.limits.memory, 10));
  });

  it('pods run where their own values say, or else those of all programs', () => {
    const specOf = (program: string) => find('placement', 'Deployment', `gem-${program}`).spec.template.spec;
    expect(specOf('api').nodeSelector).toEqual({ 'kubernetes.io/arch': 'arm64' });
    expect(specOf('worker').nodeSelector).toEqual({ disk: 'fast' });
    expect(specOf('api').topologySpreadConstraints[0].topologyKey).toBe('topology.kubernetes.io/zone');
    expect(specOf('worker').topologySpreadConstraints[0].topologyKey).toBe('kubernetes.io/hostname');
    for (const { spec, metadata } of pods('placement')) {
      expect(spec).toMatchObject({ priorityClassName: 'business', tolerations: [{ key: 'lots' }] });
      expect(metadata.labels.team).toBe('lots');
      expect(metadata.annotations['example.org/owner']).toBe('lots');
    }
    const annotations = { 'reloader.stakater.com/auto': 'true' };
    expect(find('placement', 'Deployment', 'gem-api').metadata).toMatchObject({ annotations });
  });

  it('pods are replaced when a setting changes', async () => {
    const checksums = await Promise.all(
      ['1', '2', '2'].map(
        async (value) => /checksum.*/.exec(await template('--set', `settings.RATE_LIMIT_MAX=${value}`))![0],
      ),
    );
    expect(checksums[1]).toBe(checksums[2]);
    expect(checksums[1]).not.toBe(checksums[0]);
  });

  it('the job that grants access has another name when its values change, and Argo CD deletes it before', async () => {
    const nameOf = async (tag: string) => {
      const values = `access.adminSecret=admin,image.tag=${tag}`;
      const manifests = parseAllDocuments(await template('--set', values)).map((part) => part.toJS());
      const { metadata } = manifests.find(({ kind }) => kind === 'Job');
      expect(metadata.annotations['argocd.argoproj.io/hook-delete-policy']).toBe('BeforeHookCreation');
      return metadata.name;
    };
    expect(await nameOf('1.0.1')).not.toBe(await nameOf('1.0.0'));
    expect(await nameOf('1.0.1')).toBe(await nameOf('1.0.1'));
  });

  it('the authority of the store is a file in the worker', () => {
    const { S3_CA_FILE } = find('private-store', 'ConfigMap', 'gem-settings').data;
    const { containers, volumes } = find('private-store', 'Deployment', 'gem-worker').spec.template.spec;
    const { mountPath } = containers[0].volumeMounts.find(({ name }: Manifest) => name === 'certificates');
    const { projected } = volumes.find(({ name }: Manifest) => name === 'certificates');
    const [{ secret }] = projected.sources;
    expect(secret.name).toBe('minio-authority');
    expect(`${mountPath}/${secret.items[0].path}`).toBe(S3_CA_FILE);
  });

  it('programs may ask the DNS cache of their node for names', () => {
    for (const use of ['trial', 'node-local-dns']) {
      const [{ to }] = find(use, 'NetworkPolicy', 'gem-engines').spec.egress;
      expect(to).toContainEqual({ ipBlock: { cidr: '169.254.20.10/32' } });
    }
  });

  it.each([
    ['api.replica=3', "at '/api/replica': false schema"],
    ['podLabel.team=lots', "at '/podLabel': false schema"],
    ['api.replicas=two', 'want integer'],
    ['image.digest=latest', 'does not match pattern'],
    ['settings.rateLimit=1', 'invalid propertyName'],
    ['ingress.enabled=true,ingress.host=lots.example.org', 'ingress.trustProxy: the networks of the ingress'],
    ['trial.enabled=true', 'trial.password: a password of'],
  ])('the chart refuses %s, and says why', async (values, message) => {
    await expect(template('--set', values)).rejects.toThrow(message);
  });
});

/** The folder of the models of a manifest's kind. */
function modulesOf({ apiVersion }: Manifest): string {
  const isOperator = apiVersion.startsWith('monitoring.coreos.com/');
  const name = isOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return resolve('node_modules', name, apiVersion);
}
