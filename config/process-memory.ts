/*
 * How Node is started for the programs of the service, so that an API stays under 250 MB and a worker under 300 MB. V8
 * otherwise lets garbage grow to several hundred MB before it collects, because the machine has the memory. The same
 * stands in package.json, docker-compose.yml, Dockerfile and deploy/kubernetes.yaml, which a test compares with these.
 */

/**
 * One arena for malloc: with one for every thread, as the GNU C library has them, each keeps what it has freed, which was
 * 30 MB of an API under load. Has to be set before a process starts; other C libraries do not know it.
 */
export const processEnvironment = { MALLOC_ARENA_MAX: '1' };

/**
 * Heap limits in MB. Room for the youngest objects, and between what lives and the limit, is what makes answers cheap: with
 * 2 for the youngest the collection of garbage is half of what an answer out of the cache costs (docs/performance.md).
 */
export const apiFlags = ['--max-old-space-size=80', '--max-semi-space-size=8'];

/** What a worker really holds are a few batches. */
export const workerFlags = ['--max-old-space-size=176', '--max-semi-space-size=16'];
