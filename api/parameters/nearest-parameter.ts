import { wrongLetters } from '../../mappings/vocabulary/wrong-letters.ts';

/** Maximum dissimilarity of a suggestion: 0 is the same name, 1 nothing in common. */
const farthest = 0.4;

/** Longer texts are not compared with names. */
const maxLength = 100;

/**
 * The known name that is meant by a misspelled or foreign one, or undefined when none is similar enough. Names are those
 * of parameters, or the values of a parameter: fields, facets, groups, and sorts (`-price`, also for `price_desc`).
 */
export function nearestParameter(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [, sign, words, direction] = /^(-?)(.*?)(?:[ _:+-](asc|desc)(?:ending)?)?$/is.exec(name)!;
  const meant = nearestName(words!, known);
  const descending = `-${meant}`;
  const isDescending = sign === '-' || direction?.toLowerCase() === 'desc';
  return isDescending && known.includes(descending) ? descending : meant;
}

function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = wordsOf(name);
  if (wanted.length < 2) return undefined;
  const foreign = meantByForeignName(name, known);
  if (foreign !== undefined) return foreign;
  const [best] = known
    .filter((candidate) => !candidate.startsWith('-'))
    .map((candidate) => ({ candidate, score: unlikeness(wanted, wordsOf(candidate)) }))
    .sort((a, b) => a.score - b.score);
  return best && best.score <= farthest ? best.candidate : undefined;
}

/** In small letters, the words separated by underscores: `isSold` is is_sold. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** 0 for the same name, 1 for nothing in common; a whole word of a name is always similar. */
function unlikeness(wanted: string, candidate: string): number {
  const sharesWord = wanted.length >= 3 && candidate.split('_').includes(wanted);
  const letters = differingLetters(wanted, candidate);
  return sharesWord || candidate.startsWith(`${wanted}_`) ? Math.min(letters, 0.3) : letters;
}

/** The share of letters that differ, swapped ones counting once; names of very different lengths are not compared. */
function differingLetters(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  if (Math.abs(wanted.length - candidate.length) > farthest * length) return 1;
  const inOrder = wrongLetters(inWordOrder(wanted), inWordOrder(candidate));
  return Math.min(wrongLetters(wanted, candidate), inOrder) / length;
}

/** min_price is price_min. */
const inWordOrder = (name: string) => name.split('_').sort().join('_');

/**
 * The names of our parameters in other services (openFDA, Algolia, Elasticsearch, Solr, OData and many smaller ones) and in
 * columns of auction data, without spaces, case and punctuation. Where a path lacks the first parameter, the next is meant.
 * A name that is a parameter under /api/v1 is never in this table.
 */
const foreignNames: readonly (readonly [ours: readonly string[], foreign: string])[] = [
  [
    ['limit'],
    `perpage pagesize pagelimit hitsperpage itemsperpage resultsperpage maxresults maxitems size count rows top first num
    n take`,
  ],
  [['page'], 'offset skip from pagenumber pageno pageindex pagenum pg p startindex startpage'],
  [
    ['cursor'],
    'after searchafter startingafter nextcursor pagetoken nextpagetoken continuation continuationtoken skiptoken scroll scrollid',
  ],
  [['sort'], 'order orderby ordering orderdirection sortby sortorder sortfield sortdir ranking'],
  [
    ['fields'],
    'select columns attributes attributestoretrieve source sourceincludes include includes only fl projection properties',
  ],
  [['facets', 'group_by'], 'aggs aggregations aggregate facet facetfield'],
  [['group_by', 'facets'], 'group grouping by dimension dimensions breakdown'],
  [['interval'], 'granularity period frequency resolution bucket calendarinterval'],
  [['format'], 'output outputformat fileformat mimetype wt accept download export'],
  [
    ['q'],
    'query search searchterm searchquery querystring keyword keywords text term terms prefix title words fulltext input',
  ],
  [
    ['gem_name'],
    'gem gemtype gemstone gems stone stonetype stones variety species mineral name gemstonename',
  ],
  [['origin'], 'country provenance locality mine region place countryoforigin geo'],
  [['sale'], 'salename saletitle salenumber saleno auctionname catalog catalogue'],
  [['location'], 'city venue saleroomlocation salelocation saleplace'],
  [['lot_number'], 'lot lotno lotnum'],
  [['report_number'], 'reportno reportnumbers certificatenumber certificateno certno certnumber'],
  [['auction_house'], 'auctioneer seller salesroom saleroom auction auctions company'],
  [['is_sold'], 'onlysold soldonly hassold wassold'],
  [
    ['weight_min', 'carat'],
    'weight carat carats ct cts weight caratmin mincarat minct ctmin caratfrom caratsmin mincarats caratweight weightfrom weightgte caratgte',
  ],
  [['weight_max'], 'caratmax maxcarat maxct ctmax caratto caratsmax maxcarats weightto weightlte caratlte'],
  [
    ['price_min', 'price'],
    'price pricefrom pricegte priceusd pricefinalusd usdmin minusd amount hammerprice',
  ],
  [['price_max'], 'priceto pricelte usdmax maxusd budget'],
  [['price_per_carat_min', 'price_per_carat'], 'ppc ppcmin minppc pricepercarat pricepercaratusd'],
  [['price_per_carat_max'], 'ppcmax maxppc'],
  [
    ['date_from', 'date'],
    'date auctiondate saledate since startdate datestart start begin datemin mindate dategte yearfrom yearmin minyear fromdate',
  ],
  [['date_to'], 'until enddate dateend end datemax maxdate datelte yearto yearmax maxyear todate to before'],
  [['treatment'], 'treatments enhancement enhancements heat heated heating oil'],
  [['lab'], 'labs laboratory laboratories certificate certificates cert report gemlab certification'],
  [['flags'], 'flag tag tags'],
  [['type'], 'types kind kinds category'],
];

const oursByForeign: ReadonlyMap<string, readonly string[]> = new Map(
  foreignNames.flatMap(([ours, foreign]) => foreign.split(/\s+/).map((name) => [name, ours] as const)),
);

/** The form of a name in the table: `hitsPerPage`, `hits_per_page` and `$hits-per-page` are one. */
const foreignForm = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** Which of the known parameters a foreign name means, or undefined. */
export function meantByForeignName(name: string, known: readonly string[]): string | undefined {
  return oursByForeign.get(foreignForm(name))?.find((ours) => known.includes(ours));
}
