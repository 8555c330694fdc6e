import { Command } from 'commander';
import { type StoredScorecard, scorecardAlias, scorecardId } from '../../../mappings/scorecard.ts';
import { liveIndex, readDataVersion } from '../../index/live-index.ts';
import { findDocument } from '../../store/elasticsearch.ts';
import { withSession } from '../session.ts';
import { alignColumns } from '../show.ts';

/** The columns of a gem type in the table; /api/ext/scorecard has more. */
interface ScoredGem {
  gem_type: string;
  lots: number;
  synthetic_lots: number;
  comparables: {
    grade: string | null;
    n: number;
    median_absolute_percentage_error: number | null;
    coverage: number | null;
  };
  index: { revision_stability: string | null; periods: number; mean_absolute_revision: number | null };
}

export function scorecardCommand(): Command {
  return new Command('scorecard')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions scorecard')
    .action(async (options: { json?: boolean }) => {
      await withSession(async ({ elasticsearch, indexAlias }) => {
        const request = { index: scorecardAlias(indexAlias), id: scorecardId };
        const found = await findDocument<StoredScorecard<ScoredGem>>(elasticsearch, request);
        const scorecard = found?._source;
        if (options.json) return console.log(JSON.stringify(scorecard ?? null));
        if (!scorecard)
          return console.log('There is no scorecard yet. Import records, then run `npm run scorecard`.');
        const index = await liveIndex(elasticsearch, indexAlias);
        const live = index && (await readDataVersion(elasticsearch, index)).data_version;
        const state = live === scorecard.data_version ? 'current' : 'outdated';
        console.log(
          `Computed at ${scorecard.computed_at} for data version ${scorecard.data_version}: ${state}.`,
        );
        const show = (gems: ScoredGem[]) => alignColumns([head, ...gems.map(rowOf)], [1, 3, 4, 5, 7, 8]);
        console.log(show(scorecard.gems));
        const isMixed = scorecard.gems.some(({ synthetic_lots }) => synthetic_lots > 0);
        if (isMixed && scorecard.real.length > 0) console.log(`\nReal lots alone:\n${show(scorecard.real)}`);
      });
    });
}

const head = [
  ...['gem type', 'lots', 'comparables', 'valued', 'typical error', 'within range'],
  ...['index stability', 'years', 'revised by'],
];

function rowOf({ gem_type, lots, comparables, index }: ScoredGem): string[] {
  return [
    ...[gem_type, String(lots)],
    ...[comparables.grade ?? '', String(comparables.n)],
    ...[inPercent(comparables.median_absolute_percentage_error), inPercent(comparables.coverage)],
    ...[index.revision_stability ?? '', String(index.periods), inPercent(index.mean_absolute_revision)],
  ];
}

const inPercent = (share: number | null) => (share === null ? '' : `${(100 * share).toFixed(1)}%`);
