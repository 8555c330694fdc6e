/*
 * The memory limits of Node for the processes of the service: an API stays below 250 MB, a worker below 300 MB and the scorecard process
 * below 500 MB. V8
 * otherwise lets garbage grow to several hundred MB before it collects, because the machine has the memory. The same
 * stands in package.json, docker-compose.yml, Dockerfile and deploy/kubernetes.yaml, which a test compares with these.
 */

/**
 * One arena for malloc: glibc has one per thread by default, each of which retains freed memory, which was
 * 30 MB of an API under load. It must be set before a process starts; other C libraries ignore it.
 */
export const processEnvironment = { MALLOC_ARENA_MAX: '1' };

/**
 * Heap limits in MB. A larger young generation, and space between live objects and the limit, reduce the cost of
 * responses: with 2 MB for the young generation, garbage collection is half of the cost of a cached response
 * (docs/performance.md). Without the third flag V8 collects a heap of this size at every third of growth, which costs a
 * cold list a fifth of its CPU; with 80 MB for old objects instead of 96 it takes a sixth more.
 */
export const apiFlags = ['--max-old-space-size=92', '--max-semi-space-size=8', '--heap-growing-percent=400'];

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
