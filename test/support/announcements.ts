import { expect } from 'vitest';
import { type DataVersion, dataVersionChannel } from '../../mappings/records-index.ts';
import type { TestIngest } from './start-ingest.ts';

/** Collects the data versions that are announced. */
export function announcements({ redis, alias }: Pick<TestIngest, 'redis' | 'alias'>) {
  const subscriber = redis.duplicate();
  const versions: DataVersion['data_version'][] = [];
  subscriber.on('message', (_channel, message) => versions.push(JSON.parse(message).data_version));
  return {
    ready: subscriber.subscribe(dataVersionChannel(alias)),
    /** The versions up to that of an import. They come on another connection than its end. */
    async until(version: string | undefined) {
      await expect.poll(() => versions.at(-1)).toBe(version);
      subscriber.disconnect();
      return versions;
    },
  };
}
