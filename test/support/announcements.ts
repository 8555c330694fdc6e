import { type DataVersion, dataVersionChannel } from '../../mappings/records-index.ts';
import type { TestIngest } from './start-ingest.ts';

/** Collects the data versions that are announced. */
export function announcements({ redis, alias }: Pick<TestIngest, 'redis' | 'alias'>) {
  const subscriber = redis.duplicate();
  const messages: DataVersion[] = [];
  let wanted = { count: Number.POSITIVE_INFINITY, met: () => {} };
  subscriber.on('message', (_channel, message) => {
    messages.push(JSON.parse(message));
    if (messages.length >= wanted.count) wanted.met();
  });
  return {
    ready: subscriber.subscribe(dataVersionChannel(alias)),
    messages,
    reached: (least: number) =>
      new Promise<void>((met) => {
        wanted = { count: least, met };
        if (messages.length >= least) met();
      }),
    close: () => subscriber.disconnect(),
  };
}
