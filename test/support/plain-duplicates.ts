import type { AuctionRecord } from '../../mappings/record.ts';

/** `duplicate_of` by id, computed pair by pair with the rule in docs/importing.md. */
export function plainDuplicates(
  records: readonly AuctionRecord[],
  sourceOf: (record: AuctionRecord) => string | undefined,
): Map<number, number | null> {
  const links = new Map<number, number | null>(records.map(({ id }) => [id, null]));
  for (const first of records) {
    const lot = new Set([first]);
    for (const member of lot) for (const other of records) if (mayBeOneLot(member, other)) lot.add(other);
    const group = [...lot];
    const isOneLot =
      group.length > 1 &&
      group.every((a) => sourceOf(a) !== undefined) &&
      group.every((a) => group.every((b) => a === b || agree(a, b, sourceOf)));
    if (!isOneLot) continue;
    const shown = group.reduce((a, b) => (isBetter(b, a) ? b : a));
    if (first !== shown) links.set(first.id, shown.id);
  }
  return links;
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const numberOf = ({ lot_number: number }: AuctionRecord) =>
  plain(number ?? '')
    .replace(/^lot ?/, '')
    .replace(/^0+/, '')
    .replace(/(\d) ([a-z])/, '$1$2');

function mayBeOneLot(a: AuctionRecord, b: AuctionRecord): boolean {
  const isDated = ({ auction_date_precision: precision }: AuctionRecord) =>
    precision === null || precision === 'day';
  const isOfOneSale =
    a.auction_house !== null &&
    a.auction_house === b.auction_house &&
    a.auction_date !== null &&
    a.auction_date === b.auction_date &&
    isDated(a) &&
    isDated(b) &&
    a.gem_type === b.gem_type &&
    a.is_synthetic === b.is_synthetic;
  const hasOneNumber = numberOf(a) !== '' && numberOf(a) === numberOf(b);
  const hasOneTitle =
    plain(a.title) === plain(b.title) &&
    a.price_final_usd === b.price_final_usd &&
    a.carat === b.carat &&
    (a.price_final_usd !== null || a.carat !== null);
  return isOfOneSale && (hasOneNumber || hasOneTitle);
}

function agree(
  a: AuctionRecord,
  b: AuctionRecord,
  sourceOf: (record: AuctionRecord) => string | undefined,
): boolean {
  const [low, high] = [Math.min(a.carat ?? 0, b.carat ?? 0), Math.max(a.carat ?? 0, b.carat ?? 0)];
  return (
    sourceOf(a) !== sourceOf(b) &&
    (numberOf(a) === '' || numberOf(b) === '' || numberOf(a) === numberOf(b)) &&
    (a.carat === null || b.carat === null || high <= low * 1.01)
  );
}

function isBetter(a: AuctionRecord, b: AuctionRecord): boolean {
  const {
    flags: _f,
    derived: _d,
    is_synthetic: _s,
    import: _i,
    updated_at: _u,
    duplicate_of: _o,
    stone_id: _n,
    stone_evidence: _e,
    ...known
  } = a;
  const count = (record: AuctionRecord) =>
    Object.keys(known).filter((field) =>
      [record[field as keyof AuctionRecord]].flat().some((v) => v !== null),
    ).length;
  const rank = (record: AuctionRecord) => [
    record.flags.includes('HAND_PICKED') ? 0 : 1,
    ['sold', 'unsold', 'withdrawn'].includes(record.sale_status) ? 1 : 0,
    count(record),
    ['hammer', 'premium'].includes(record.price_basis ?? '') ? 1 : 0,
    -record.id,
  ];
  const [x, y] = [rank(a), rank(b)];
  const differing = x.findIndex((value, i) => value !== y[i]);
  return x[differing]! > y[differing]!;
}
