import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * All limits are for hangs: tests wait for events, and a busy machine must not fail them. Where files share no state
 * (`isolate: false`) a worker keeps the modules that it has loaded.
 */
const limits = {
  setupFiles: ['test/support/property-runs.ts'],
  testTimeout: 900_000,
  hookTimeout: 900_000,
  // Shorter than a test, so that a failure says what was seen last.
  expect: { poll: { timeout: 600_000, interval: 50 } },
};

/** For suites that take hours. */
const slow = { ...limits, testTimeout: 3_600_000, hookTimeout: 3_600_000 };

/**
 * Of unit, integration and browser, which share the workers of `npm test`: two cores serve the engine and the tests, and
 * where one file waits another goes on.
 */
const ofEachChange = { ...limits, isolate: false, maxWorkers: 3 };

const servers = ['test/support/quick-start.ts', 'test/support/services.ts'];
const chromium = 'test/support/browser/find-chromium.ts';
const bundle = 'test/support/bundle.ts';
const world = 'test/support/world/start-world.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...ofEachChange, name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          ...ofEachChange,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: [...servers, world, bundle],
        },
      },
      {
        test: {
          ...ofEachChange,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [...servers, chromium],
        },
      },
      {
        test: {
          ...limits,
          name: 'sweeps',
          include: ['test/sweeps/**/*.test.ts'],
          globalSetup: [...servers, world, chromium, bundle],
          isolate: false,
          // Most start many processes. They follow the tests above, which have their workers.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // A file of each slow suite at a small size, so that none breaks unseen. They measure: nothing runs beside them.
        test: {
          ...limits,
          name: 'slow-samples',
          include: [
            'test/slow/faults/lost-servers.test.ts',
            'test/slow/load/date-walk.test.ts',
            'test/slow/load/greedy-client.test.ts',
            'test/slow/soak/million-records.test.ts',
          ],
          globalSetup: [...servers, bundle],
          env: { LOAD_SCALE: '0.1', SOAK_RECORDS: '30000' },
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...limits,
          name: 'containers',
          include: ['test/containers/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          globalSetup: [...servers, 'test/clients/fetch-tools.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...slow,
          name: 'faults',
          include: ['test/slow/faults/**/*.test.ts'],
          globalSetup: [bundle],
        },
      },
      {
        test: {
          ...slow,
          name: 'soak',
          include: ['test/slow/soak/**/*.test.ts'],
          globalSetup: ['test/support/services.ts'],
        },
      },
      {
        test: {
          ...slow,
          name: 'load',
          include: ['test/slow/load/**/*.test.ts'],
          globalSetup: ['test/support/services.ts', bundle],
          // Each file measures: none beside another.
          fileParallelism: false,
        },
      },
    ],
  },
});
