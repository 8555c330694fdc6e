import type { Client } from '@elastic/elasticsearch';
import { ensureOperationsIndex, ItemRefused } from './elasticsearch.ts';

/** A row that derived its id from a key. */
export interface Claim {
  id: number;
  key: string;
  line: number;
}

/** The document of an id: its permanent key, and the first row with it in the last import that has one. */
interface Owner {
  key: string;
  import: number;
  batch: number;
  line: number;
}

/** The outcome of claiming the ids of a batch. */
interface ClaimOutcome {
  /** Rows whose id belongs to another key, by their position in the batch, with that key. */
  collisions: Map<number, string>;
  /** Rows that repeat the key of another row of the same file, and the line of that row. */
  repeated: { key: string; line: number; repeats_line: number }[];
}

export const identitiesIndex = (indexAlias: string) => `${indexAlias}-identities`;

/** One document per derived id. */
const mapping = {
  dynamic: 'strict',
  properties: {
    key: { type: 'keyword', index: false, doc_values: false },
    import: { type: 'long' },
    batch: { type: 'integer' },
    line: { type: 'long' },
  },
} as const;

/** Creates the index of identities unless it exists. */
export function prepareIdentities(elasticsearch: Client, indexAlias: string): Promise<void> {
  return ensureOperationsIndex(elasticsearch, identitiesIndex(indexAlias), mapping);
}

/**
 * Claims the ids of a batch for their keys. An id permanently belongs to the first key that claimed it, across batches,
 * workers and imports: a claim is a `create` under the id, and Elasticsearch lets exactly one succeed. Idempotent.
 * @throws ItemRefused when Elasticsearch refused a claim; the caller waits and repeats
 */
export async function claimIds(
  elasticsearch: Client,
  indexAlias: string,
  claims: readonly Claim[],
  from: { import: number; batch: number },
): Promise<ClaimOutcome> {
  const index = identitiesIndex(indexAlias);
  const outcome: ClaimOutcome = { collisions: new Map(), repeated: [] };
  const first = new Map<number, Claim>();
  for (const [place, claim] of claims.entries()) {
    const earlier = first.get(claim.id);
    if (!earlier) first.set(claim.id, claim);
    else if (earlier.key !== claim.key) outcome.collisions.set(place, earlier.key);
    else outcome.repeated.push({ key: claim.key, line: claim.line, repeats_line: earlier.line });
  }
  const owners = await settle(elasticsearch, index, [...first.values()], from);
  for (const [place, { id, key, line }] of claims.entries()) {
    const owner = owners.get(id);
    if (!owner || outcome.collisions.has(place)) continue;
    if (owner.key !== key) outcome.collisions.set(place, owner.key);
    else if (first.get(id)!.line === line && owner.import === from.import && owner.batch !== from.batch) {
      outcome.repeated.push({ key, line, repeats_line: owner.line });
    }
  }
  return outcome;
}

/** Claims free ids, takes over ids of earlier imports with the same key, and returns the owners of the other ids. */
async function settle(
  elasticsearch: Client,
  index: string,
  claims: Claim[],
  from: { import: number; batch: number },
): Promise<Map<number, Owner>> {
  const owners = new Map<number, Owner>();
  let open = await writeClaims(
    elasticsearch,
    index,
    claims,
    ({ id }) => ({ create: { _id: String(id) } }),
    from,
  );
  while (open.length > 0) {
    const { docs } = await elasticsearch.mget<Owner>({ index, ids: open.map(({ id }) => String(id)) });
    const found = docs.flatMap((doc) => ('found' in doc && doc.found ? [doc] : []));
    const versions = new Map<number, { if_seq_no: number; if_primary_term: number }>();
    for (const { _id, _source, _seq_no, _primary_term } of found) {
      owners.set(Number(_id), _source!);
      versions.set(Number(_id), { if_seq_no: _seq_no!, if_primary_term: _primary_term! });
    }
    const older = open.filter(({ id, key }) => {
      const owner = owners.get(id);
      return owner !== undefined && owner.key === key && owner.import < from.import;
    });
    open = await writeClaims(
      elasticsearch,
      index,
      older,
      ({ id }) => ({ index: { _id: String(id), ...versions.get(id) } }),
      from,
    );
    for (const { id } of older) owners.delete(id);
  }
  return owners;
}

/** Writes claims, and returns those that lost to another writer. */
async function writeClaims(
  elasticsearch: Client,
  index: string,
  claims: Claim[],
  action: (claim: Claim) => object,
  from: { import: number; batch: number },
): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const operations = claims.flatMap((claim) => [
    action(claim),
    { key: claim.key, ...from, line: claim.line } satisfies Owner,
  ]);
  const { items } = await elasticsearch.bulk({ index, operations });
  return claims.filter((_, i) => {
    const item = (items[i]!.create ?? items[i]!.index)!;
    if (item.status === 409) return true;
    if (item.error) {
      throw new ItemRefused(`Elasticsearch refused the identity of a record: ${item.error.reason}`, item);
    }
    return false;
  });
}
