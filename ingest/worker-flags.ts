/**
 * How Node is started for a worker: heap limits in MB. V8 otherwise lets garbage grow to several hundred MB before it
 * collects, because the machine has the memory; what a worker really holds are a few batches. The same flags stand in
 * package.json and docker-compose.yml, which a test compares with these.
 */
export const workerFlags = [
  '--max-old-space-size=176',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
];
