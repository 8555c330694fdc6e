import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with slow tests, which wait for servers and processes. */
const longest = [
  'browser/explorer',
  'migration/migrate',
  'ingest/object-store',
  'ingest/scorecard',
  'ingest/damaged-index',
  'access/whole-use',
  'service/own-engine',
  'service/three-nodes',
  'local/stack',
  'attack/api.test',
  'access/refused',
  'service/faults',
  'ingest/killed-worker',
  'ingest/poisoned-job',
];

/** Without durations of an earlier run, vitest runs the largest files first and would leave these for the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.includes(name));
      return found === -1 ? longest.length : found;
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
