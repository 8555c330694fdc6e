import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const [, version] = /<elasticsearch.version>(.*)</.exec(read('local/elasticsearch/pom.xml'))!;

it.each([
  'docker-compose.yml',
  'deploy/helm/gem-auctions/values.yaml',
  'clients/typescript/src/containers.ts',
  'local/images/build-images.ts',
  'local/README.md',
  '.ci/run',
])('%s has the version of Elasticsearch that local/elasticsearch/pom.xml declares', (file) => {
  const named = [...read(file).matchAll(/elasticsearch:(\d+\.\d+\.\d+)/g)].map(([, found]) => found);
  expect(new Set(named)).toEqual(new Set([version]));
});
