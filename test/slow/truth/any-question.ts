import fc from 'fast-check';

/** A filter as query parameters and as SQL. Neither form is derived from the other or from code of the service. */
export interface Question {
  params: Record<string, string>;
  /** A condition on the table `lots`. */
  where: string;
}

type Part = fc.Arbitrary<Question>;

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** A filter by names: each known name as a client types it, with its canonical name; null for "no value". */
function names(
  parameter: string,
  column: string,
  known: readonly [typed: string, canonical: string | null][],
): Part {
  return fc.subarray([...known], { minLength: 1, maxLength: 3 }).map((some) => {
    const listed = some.flatMap(([, canonical]) => (canonical === null ? [] : [quoted(canonical)]));
    const conditions = [
      ...(listed.length > 0 ? [`${column} IN (${listed.join(', ')})`] : []),
      ...(listed.length < some.length ? [`${column} IS NULL`] : []),
    ];
    return {
      params: { [parameter]: some.map(([typed]) => typed).join(',') },
      where: `(${conditions.join(' OR ')})`,
    };
  });
}

/** A lower bound, an upper bound or both, inclusive. */
function range(
  parameters: [least: string, greatest: string],
  column: string,
  bound: fc.Arbitrary<number | string>,
): Part {
  const literal = (value: number | string) => (typeof value === 'number' ? String(value) : `DATE '${value}'`);
  return fc.tuple(bound, bound, fc.constantFrom('both', 'least', 'greatest')).map(([a, b, which]) => {
    const [low, high] = a <= b ? [a, b] : [b, a];
    const params: Record<string, string> = {};
    const conditions: string[] = [];
    if (which !== 'greatest') {
      params[parameters[0]] = String(low);
      conditions.push(`${column} >= ${literal(low)}`);
    }
    if (which !== 'least') {
      params[parameters[1]] = String(high);
      conditions.push(`${column} <= ${literal(high)}`);
    }
    return { params, where: conditions.join(' AND ') };
  });
}

const dollars = fc.double({ min: 1, max: 8, noNaN: true }).map((power) => Math.round(10 ** power));
const days = fc
  .integer({ min: 11_000, max: 21_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

const parts: Part[] = [
  names('gem_name', 'gem_type', [
    ['ruby', 'Ruby'],
    ['SAPPHIRE', 'Sapphire'],
    ['Émerald', 'Emerald'],
    ['spinel', 'Spinel'],
    ['alexandrite', 'Alexandrite'],
    ['moon ROCK', 'Moon rock'],
    ['red beryl', 'Red Beryl'],
  ]),
  names('origin', 'origin', [
    ['Burma', 'Myanmar'],
    ['ceylon', 'Sri Lanka'],
    ['COLOMBIA', 'Colombia'],
    ['kashmir', 'Kashmir'],
    ['atlantis', 'Atlantis'],
    ['none', null],
  ]),
  names('auction_house', 'auction_house', [
    ['christies', "Christie's"],
    ["SOTHEBY'S", "Sotheby's"],
    ['bonhams', 'Bonhams'],
    ['vieux marche', 'Vieux Marché'],
  ]),
  names('treatment', 'treatment', [
    ['no HEAT', 'No heat'],
    ['heated', 'Heated'],
    ['minor oil', 'Minor oil'],
  ]),
  names('object_type', 'object_type', [
    ['ring', 'ring'],
    ['watch', 'watch'],
    ['other', 'other'],
    ['none', null],
  ]),
  fc.boolean().map((sold) => ({ params: { is_sold: String(sold) }, where: `is_sold = ${sold}` })),
  fc.subarray(['sold', 'unsold', 'withdrawn', 'listing', 'unknown'], { minLength: 1 }).map((some) => ({
    params: { status: some.join() },
    where: `status IN (${some.map(quoted).join(', ')})`,
  })),
  fc.constantFrom('MULTI_STONE', 'PRICE_OUTLIER').map((flag) => ({
    params: { flags: flag },
    where: `flag = ${quoted(flag)}`,
  })),
  range(['weight_min', 'weight_max'], 'carat_cents', fc.integer({ min: 1, max: 2_000 })).map(inCarats),
  range(['price_min', 'price_max'], 'price', dollars),
  range(
    ['price_per_carat_min', 'price_per_carat_max'],
    'ppc_cents',
    dollars.map((usd) => usd * 100),
  ).map(inCarats),
  range(['date_from', 'date_to'], 'auction_day', days),
];

/** Converts bounds in hundredths to the numbers that a client sends. */
function inCarats({ params, where }: Question): Question {
  const written = Object.entries(params).map(([name, cents]) => [name, String(Number(cents) / 100)]);
  return { params: Object.fromEntries(written), where };
}

const isJewel = "coalesce(object_type, '') NOT IN ('watch', 'box', 'other')";

/** A random filter of up to four parts. */
export const anyQuestion: fc.Arbitrary<Question> = fc
  .subarray(parts, { maxLength: 4 })
  .chain((some) => fc.tuple(...some))
  .map((asked) => ({
    params: Object.assign({}, ...asked.map(({ params }) => params)),
    // Statistics exclude listings and objects that are not jewels, unless the filter selects them.
    where: [
      'true',
      ...asked.map(({ where }) => where),
      ...(asked.some(({ params }) => 'status' in params) ? [] : ["status <> 'listing'"]),
      ...(asked.some(({ params }) => 'object_type' in params) ? [] : [isJewel]),
    ].join(' AND '),
  }));
