import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with slow tests, which wait for servers and processes. */
const longest = [
  'browser/journeys',
  'scorecard/scorecard',
  'search/index-by-hand',
  'search/bounded-staleness',
  'source/object-store',
  'index/duplicates',
  'docs/examples',
  'api/fairness',
  'service/small-storm',
  'attack/api.test',
  'browser/every-view',
  'api/ready-filters',
  'service/walks',
  'access/whole-use',
  'local/start',
  'local/stack',
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
