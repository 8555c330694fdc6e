/**
 * Settings that the local engine and the containers of the tests share, so that both behave alike.
 *
 * `action.auto_create_index` is off, so that a write to a missing index is an error. Otherwise Elasticsearch would create
 * the index with a guessed mapping.
 */
export const sharedSettings = {
  'cluster.name': 'gem-auctions-local',
  'action.auto_create_index': 'false',
} as const;

/**
 * By default Elasticsearch refuses new shards on a disk that is 85% full and writes at 95%, which a developer's disk
 * often is with hundreds of gigabytes free. Here the bounds are absolute. They are dynamic cluster settings: a test
 * can raise them and see what a full disk does.
 */
export const diskSettings = {
  'cluster.routing.allocation.disk.watermark.low': '2gb',
  'cluster.routing.allocation.disk.watermark.high': '1gb',
  'cluster.routing.allocation.disk.watermark.flood_stage': '512mb',
} as const;
