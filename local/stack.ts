import { parseArgs } from 'node:util';
import { endGuardedPrograms } from './process/guarded-process.ts';
import { watchNpm } from './process/watch-npm.ts';
import { readStackOptions } from './stack-options.ts';
import { startStack } from './start-stack.ts';

const usage = `Starts real Elasticsearch and Redis on this machine, without Docker, and stays until Ctrl-C.
Once both answer it prints ELASTICSEARCH_URL=… and REDIS_URL=… on lines of their own.

Usage: npm run stack [-- --help]

Environment (an empty value counts as unset):
  LOCAL_DIR            folder for the prepared engine, its data and logs (.local)
  ELASTICSEARCH_PORT   9200, or the next free port; where it is set, this port and no other
  REDIS_PORT           6379, likewise
  ELASTICSEARCH_HEAP   memory of Elasticsearch (1g)

Needs a JDK 21 or newer and Maven; redis-server from the PATH, or else a ready-made one is fetched.
`;

let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
watchNpm(() => end(1, 'The npm that ran this process has exited.'));
await main().catch((error: Error) => end(1, error.message));

async function main(): Promise<void> {
  const options = { help: { type: 'boolean', short: 'h' } } as const;
  if (parseArgs({ options }).values.help) return console.log(usage);
  const stack = await startStack({
    ...readStackOptions(process.env),
    onWork: (text) => console.error(text),
    onUnexpectedExit: (message) => end(1, message),
  });
  if (ending) return;
  console.log(`ELASTICSEARCH_URL=${stack.elasticsearchUrl}`);
  console.log(`REDIS_URL=${stack.redisUrl}`);
}

/** Ends everything in order, also what is only just starting; the first reason decides. */
async function end(code: number, reason?: string): Promise<void> {
  if (ending) return;
  ending = true;
  if (reason) console.error(reason);
  await endGuardedPrograms();
  process.exit(code);
}
