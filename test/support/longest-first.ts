import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests wait for servers and processes that start and end. */
const longest = [
  'service/own-engine.test',
  'service/three-nodes.test',
  'integration/local/stack.test',
  'browser/explorer',
  'migration/migrate',
  'ingest/cli.test',
  'access/refused',
  'access/whole-use',
  'service/faults',
  'ingest/killed-worker',
  'ingest/poisoned-job',
  'ingest/damaged-index',
];

/** Without the durations of an earlier run the largest files would come first, and these would be left over at the end. */
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
