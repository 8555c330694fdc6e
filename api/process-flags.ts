/**
 * How Node is started for the API: heap limits in MB, so that the process stays under 250 MB with all that it keeps
 * outside the heap. V8 otherwise lets garbage grow to several hundred MB before it collects; more room
 * makes answers cheaper (docs/performance.md), but under the load suite it came to 264 MB. The same flags stand in
 * package.json, Dockerfile and docker-compose.yml, which a test compares with these.
 */
export const apiFlags = ['--max-old-space-size=88', '--max-semi-space-size=2'];
