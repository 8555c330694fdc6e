import { memoryTrend } from './memory-trend.ts';
import type { LoadReport, Stage } from './run-load.ts';
import type { Sample } from './watch-process.ts';

/** The report as tables in Markdown. */
export function showReport({ stages, imports, recovery }: LoadReport, workerPeakMb: number): string {
  const { before, after, firstLatencyMs, seconds } = recovery;
  const samples = stages.flatMap((stage) => stage.samples);
  const { meanMb, mbPerMinute } = memoryTrend(samples);
  return [
    '| load | connections | asked/s | answered/s | 503/s | median ms | p99 ms | loop delay ms | health ms | API MB |',
    `|${'---|'.repeat(10)}`,
    ...stages.map(rowOf),
    '',
    `API memory every second, MB: ${samples.map((one) => one.residentMb.toFixed(0)).join(' ')}`,
    `In the last third ${meanMb.toFixed(0)} MB, ${mbPerMinute.toFixed(1)} MB a minute more.`,
    `Worker at most ${workerPeakMb.toFixed(0)} MB; ${imports.length} imports of 20,000 lots ended meanwhile.`,
    `Waiting for a search on average: ${stages.map(({ waiting }) => waiting.toFixed(0)).join(', ')} requests.`,
    `As before after ${seconds?.toFixed(1) ?? 'more than 10'} s; first request ${firstLatencyMs.toFixed(1)} ms.`,
    ...Object.keys(before).map((key) => {
      const name = key as keyof typeof before;
      return `  ${name}: ${before[name].toFixed(1)} before, ${after[name].toFixed(1)} after`;
    }),
  ].join('\n');
}

function rowOf(stage: Stage): string {
  const { name, connections, samples } = stage;
  const most = (value: (sample: Sample) => number) => Math.max(...samples.map(value)).toFixed(0);
  const cells = [
    name,
    connections,
    stage.offeredPerS.toFixed(0),
    stage.answeredPerS.toFixed(0),
    stage.refusedPerS.toFixed(0),
    stage.medianMs.toFixed(1),
    stage.p99Ms.toFixed(0),
    most(({ loopDelayMs }) => loopDelayMs),
    most(({ healthMs }) => healthMs),
    most(({ residentMb }) => residentMb),
  ];
  return `| ${cells.join(' | ')} |`;
}
