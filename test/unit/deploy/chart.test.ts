import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../../config/settings.ts';
import { findProgram, runProgram } from '../../../local/process/run-program.ts';

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; their shape is what is tested
type Manifest = any;

const chart = 'deploy/helm/gem-auctions';
const uses = globSync(`${chart}/ci/*-values.yaml`).map((file) => basename(file, '-values.yaml'));
const valuesOf = (use: string) => ['--values', `${chart}/ci/${use}-values.yaml`];
const programs = ['api', 'worker', 'scorecard'];

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

  it.each([
    ['ingress.enabled=true,ingress.host=lots.example.org', 'ingress.trustProxy: the networks of the ingress'],
    ['trial.enabled=true', 'trial.password: a password of'],
  ])('the chart refuses %s without what it needs', async (values, message) => {
    await expect(template('--set', values)).rejects.toThrow(message);
  });
});

/** The folder of the models of a manifest's kind. */
function modulesOf({ apiVersion }: Manifest): string {
  const isOperator = apiVersion.startsWith('monitoring.coreos.com/');
  const name = isOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return resolve('node_modules', name, apiVersion);
}
