import { Gauge, type Registry } from '@prometheus-io/client';
import type { IndexStates, ReadState } from './data-version.ts';

/**
 * Measures the data version of the API, so that differences between processes are visible. Without usable data there is
 * no sample.
 */
export function measureData(registry: Registry, indexStates: IndexStates): void {
  const registers = [registry];
  const measureTime = (name: string, help: string, timeOf: (last: ReadState) => Date) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const last = indexStates.lastRead();
        this.remove();
        if (last) this.set(timeOf(last).getTime() / 1000);
      },
    });
  new Gauge({
    name: 'gem_api_data_version_info',
    help: 'Always 1; the label is the version of the data that the API answers from.',
    labelNames: ['data_version'] as const,
    registers,
    collect() {
      const last = indexStates.lastRead();
      this.reset();
      if (last) this.set({ data_version: last.state.dataVersion }, 1);
    },
  });
  measureTime(
    'gem_api_data_as_of_seconds',
    'When the data that the API answers from last changed, in seconds since 1970.',
    ({ state }) => new Date(state.asOf),
  );
  measureTime(
    'gem_api_data_checked_seconds',
    'When the API last read the version of the data from the index, in seconds since 1970.',
    ({ readAt }) => readAt,
  );
}
