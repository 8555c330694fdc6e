/**
 * What other services (openFDA, Algolia, Elasticsearch, Solr, OData and many smaller ones) and the columns of auction
 * data call our parameters, without spaces, case and punctuation; where a path lacks the first one, the next is meant.
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
  [['auction_house'], 'auctioneer seller salesroom saleroom auction auctions company'],
  [['is_sold'], 'onlysold soldonly hassold wassold'],
  [
    ['weight_min', 'carat'],
    'weight carat carats ct cts weight caratmin mincarat minct ctmin caratfrom caratsmin mincarats caratweight weightfrom weightgte caratgte',
  ],
  [['weight_max'], 'caratmax maxcarat maxct ctmax caratto caratsmax maxcarats weightto weightlte caratlte'],
  [['price_min'], 'price pricefrom pricegte priceusd pricefinalusd usdmin minusd amount hammerprice'],
  [['price_max'], 'priceto pricelte usdmax maxusd budget'],
  [['price_per_carat_min'], 'ppc ppcmin minppc pricepercarat pricepercaratusd'],
  [['price_per_carat_max'], 'ppcmax maxppc'],
  [
    ['date_from'],
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
