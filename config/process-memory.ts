/*
 * The memory limits of Node for the processes of the service. The same stands in package.json, docker-compose.yml,
 * Dockerfile and the Helm chart, which tests compare with these.
 */

/**
 * One arena for malloc: glibc has one per thread by default, each of which retains freed memory, which was
 * 30 MB of an API under load. It must be set before a process starts; other C libraries ignore it.
 */
export const processEnvironment = { MALLOC_ARENA_MAX: '1' };

/** The flag of a process whose heap has at most that many MB: `API_HEAP_MB`, `WORKER_HEAP_MB`. */
export const heapFlag = (heapMb = 512) => `--max-old-space-size=${heapMb}`;
