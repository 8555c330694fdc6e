import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { scenarioLots } from '../../support/faults/lots.ts';
import { type Fault, playScenario } from '../../support/faults/scenario.ts';
import { type ScenarioRow, scenarioTable } from '../../support/faults/scenario-table.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { startThreeNodes, type ThreeNodes } from '../../support/start-three-nodes.ts';
import { answersCut, clientsLeave, elasticsearchSlow, nothing } from './bad-ways.ts';
import { nodeKilled } from './cluster-faults.ts';
import { elasticsearchDiskFull, importDiskFull, watchSmallDisk } from './full-disks.ts';

const lots = scenarioLots(12_000);
const buildDir = resolve('.local/build');
const rows: ScenarioRow[] = [];
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'faults-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  console.log(scenarioTable(rows));
});

type Servers = Pick<Stack, 'elasticsearchUrl' | 'redisUrl'>;

/** Plays a scenario. Its data must equal those of the plain model. */
async function play(fault: Fault, stack: Servers, importRoot?: string): Promise<void> {
  const servers = { elasticsearchUrl: stack.elasticsearchUrl, redisUrl: stack.redisUrl, importRoot };
  rows.push(await playScenario(fault, servers, lots));
}

describe('one Elasticsearch node', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ dir: join(dir, 'one'), buildDir });
  });
  afterAll(() => stack?.stop());

  const faults: [string, Fault][] = [
    ['nothing breaks', nothing],
    ['Elasticsearch is slow', elasticsearchSlow],
    ['connections to Elasticsearch are cut', answersCut],
    ['clients disconnect', clientsLeave],
  ];
  it.for(faults)('readers get only correct responses and no record is lost when %s', ([, fault]) =>
    play(fault, stack),
  );

  it('readers get only correct responses and no record is lost when the disk of IMPORT_ROOT is full', async (test) => {
    const disk = mountSmallDisk(join(dir, 'import-disk'), 16);
    if ('missing' in disk) return test.skip(disk.missing);
    test.onTestFinished(disk.remove);
    const importRoot = await mkdtemp(join(disk.dir, 'root-'));
    await play(importDiskFull(disk, lots), stack, importRoot);
  });
});

describe('one Elasticsearch node with a small disk', () => {
  let disk: SmallDisk | { missing: string };
  let stack: Stack;
  beforeAll(async () => {
    disk = mountSmallDisk(join(dir, 'small'), 512);
    if ('missing' in disk) return;
    stack = await startStack({ dir: disk.dir, buildDir, heap: '512m' });
    await watchSmallDisk(stack.elasticsearchUrl);
  });
  afterAll(async () => {
    await stack?.stop();
    if ('dir' in disk) disk.remove();
  });

  it('readers get only correct responses and no record is lost when the disk of Elasticsearch is full', async (test) => {
    if ('missing' in disk) return test.skip(disk.missing);
    await play(elasticsearchDiskFull(disk), stack);
  });
});

describe('three Elasticsearch nodes', () => {
  let stack: ThreeNodes;
  beforeAll(async () => {
    stack = await startThreeNodes(join(dir, 'three'), buildDir);
  });
  afterAll(() => stack?.stop());

  it('readers get only correct responses and no record is lost when one of three Elasticsearch nodes restarts', () =>
    play(nodeKilled(stack), stack));
});
