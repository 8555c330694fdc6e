/*
 * The memory limits of Node for the processes of the service. The same stands in package.json, docker-compose.yml,
 * Dockerfile and deploy/kubernetes.yaml, which a test compares with these.
 */

/**
 * One arena for malloc: glibc has one per thread by default, each of which retains freed memory, which was
 * 30 MB of an API under load. It must be set before a process starts; other C libraries ignore it.
 */
export const processEnvironment = { MALLOC_ARENA_MAX: '1' };

/** The flag of an API process whose heap has at most that many MB. */
export const apiFlags = (heapMb: number) => [`--max-old-space-size=${heapMb}`];

/** The scorecard process keeps price models of several years for a data version; its speed does not matter. */
export const scorecardFlags = ['--max-old-space-size=384'];

/**
 * A worker holds only a few batches. Without the third flag V8 collects them after every few thousand records, which costs a
 * fifth of its CPU.
 */
export const workerFlags = [
  '--max-old-space-size=176',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
];
