import { expect, test } from 'vitest';
import { readStackOptions } from '../../../local/stack-options.ts';

test('a port from a setting is required exactly, and a default port is not', () => {
  const { elasticsearchPort, redisPort } = readStackOptions({ ELASTICSEARCH_PORT: '9200', REDIS_PORT: '' });
  expect(elasticsearchPort).toEqual({ port: 9200, exact: true });
  expect(redisPort).toEqual({ port: 6379, exact: false });
});
