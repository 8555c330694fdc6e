import { defineConfig } from 'vitest/config';

// In CI a test that meets a busy machine gets a second chance; the report says that it needed one.
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      // The time limits are for hangs: a busy machine must not fail a test.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          retry,
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/quick-start.ts', 'test/support/services.ts', 'test/support/bundle.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // Files share no state: a worker keeps the modules that it has loaded.
          isolate: false,
          // Two cores serve the engine and the tests: files run two at a time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'containers',
          retry,
          include: ['test/containers/**/*.test.ts'],
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
