/**
 * How Node is started for the API: heap limits in MB, so that the process stays under 250 MB with all that it keeps
 * outside the heap. V8 otherwise lets garbage grow to several hundred MB before it collects; from the small heap alone it
 * would collect all of it some times a second, which took a third of the work for a list. The same flags stand in
 * package.json, Dockerfile and docker-compose.yml, which a test compares with these.
 */
export const apiFlags = [
  '--max-old-space-size=128',
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
];
