import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// In CI a test that meets a busy machine gets a second chance; the report says that it needed one.
const retry = process.env.CI ? 1 : 0;

/**
 * Of unit, integration and browser, which share the workers of `npm test`: two cores serve the engine and the tests, and
 * where one file waits for a timeout another goes on.
 */
const maxWorkers = 4;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // The time limits are for hangs: a busy machine must not fail a test.
      // Where files share no state (`isolate: false`) a worker keeps the modules that it has loaded.
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          retry,
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/quick-start.ts', 'test/support/services.ts', 'test/support/bundle.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'containers',
          retry,
          include: ['test/containers/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'browser',
          retry,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [
            'test/support/quick-start.ts',
            'test/support/services.ts',
            'test/support/browser/find-chromium.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          globalSetup: [
            'test/support/quick-start.ts',
            'test/support/services.ts',
            'test/clients/fetch-tools.ts',
          ],
          testTimeout: 400_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'truth',
          include: ['test/truth/**/*.test.ts'],
          globalSetup: ['test/support/services.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/bundle.ts'],
          testTimeout: 400_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'soak',
          include: ['test/soak/**/*.test.ts'],
          globalSetup: ['test/support/services.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'load',
          include: ['test/load/**/*.test.ts'],
          globalSetup: ['test/support/services.ts', 'test/support/bundle.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          // Each file measures: none beside another.
          fileParallelism: false,
        },
      },
    ],
  },
});
