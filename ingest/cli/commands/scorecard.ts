import { Command } from 'commander';
import { type StoredScorecard, scorecardAlias, scorecardId } from '../../../mappings/scorecard.ts';
import { findDocument } from '../../store/elasticsearch.ts';
import { runProgram } from '../run-program.ts';
import { withIndex } from '../session.ts';
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
}

export function scorecardCommand(): Command {
  return new Command('scorecard')
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Backtests take a minute or two. Nothing is computed where the scorecard of the current data is stored already, so the
command can run every hour:
  17 * * * * gem-auctions scorecard

Example:
  gem-auctions scorecard`,
    )
    .action(async (options: { json?: boolean }) => {
      // The program has the methods of the API, of which this command knows nothing.
      process.exitCode = await runProgram('api/ext/scorecard/run-scorecard.ts');
      if (process.exitCode !== 0) return;
      await withIndex(async ({ elasticsearch, indexAlias }) => {
        const request = { index: scorecardAlias(indexAlias), id: scorecardId };
        const { _source } = (await findDocument<StoredScorecard<ScoredGem>>(elasticsearch, request))!;
        const { gems, real, computed_at, data_version } = _source!;
        if (options.json) return console.log(JSON.stringify(_source));
        console.log(`Computed at ${computed_at} for data version ${data_version}.`);
        const show = (some: ScoredGem[]) => alignColumns([head, ...some.map(rowOf)]);
        console.log(show(gems));
        const isMixed = gems.some(({ synthetic_lots }) => synthetic_lots > 0);
        if (isMixed && real.length > 0) console.log(`\nReal lots alone:\n${show(real)}`);
      });
    });
}

const head = ['gem type', 'lots', 'comparables', 'valued', 'typical error', 'within range'];

function rowOf({ gem_type, lots, comparables }: ScoredGem): string[] {
  return [
    ...[gem_type, String(lots)],
    ...[comparables.grade ?? '', String(comparables.n)],
    ...[inPercent(comparables.median_absolute_percentage_error), inPercent(comparables.coverage)],
  ];
}

const inPercent = (share: number | null) => (share === null ? '' : `${(100 * share).toFixed(1)}%`);
