import { fieldLabels } from './field-labels.ts';

const statuses = {
  sold: 'Sold',
  unsold: 'Unsold',
  withdrawn: 'Withdrawn',
  listing: 'Asking price only',
  unknown: 'Not known',
};

/** The sections of the places, and the headings of their views. */
const sections = {
  home: 'What gemstones sell for',
  lots: 'Lots',
  records: 'Record prices',
  stones: 'Sold again',
  market: 'Market',
  index: 'Price index',
  factors: 'Weight and traits',
  value: 'Value a stone',
  table: 'Auction houses',
  coverage: 'Coverage and accuracy',
  glossary: 'Glossary',
};

/** Every text of the page. Numbers and dates are already formatted; `count` is the number for the plural. */
export const text = {
  language: 'en',
  siteName: 'Gemstone Auctions',
  skipToContent: 'Skip to the results',
  nav: {
    label: 'Places',
    menu: 'Menu',
    sections: 'Sections',
    search: 'Search',
    prices: 'Prices',
    value: 'Value a stone',
    houses: 'Houses',
    about: 'About the data',
    docs: 'API reference',
  },
  sections,
  theme: { label: 'Colors', auto: 'System colors', light: 'Light', dark: 'Dark' },
  titles: {
    ...sections,
    lots: 'Auction lots',
    page: (view: string, filters: string) =>
      `${[view, filters].filter(Boolean).join(': ')} · Gemstone Auctions`,
  },

  plural: (count: number, one: string, other: string) =>
    new Intl.PluralRules('en').select(count) === 'one' ? one : other,
  lots: (count: number, shown: string) => `${shown} ${text.plural(count, 'lot', 'lots')}`,
  range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  shareOf: (share: string, n: string) => `${share} of ${n}`,
  unknown: '—',
  times: (factor: string) => `${factor}×`,
  notKnown: 'Not known',

  searchBox: {
    label: 'Search by gem, origin, auction house, weight, price, year or title',
    placeholder: 'unheated burma ruby 5 carat',
    submit: 'Search',
    listLabel: 'Suggestions',
  },

  filters: {
    heading: 'Filters',
    tools: 'Shown lots',
    open: (count: number) => (count > 0 ? `Filters (${count})` : 'Filters'),
    close: 'Close',
    showResults: (count: number, shown: string) => `Show ${text.lots(count, shown)}`,
    clearAll: 'Clear all',
    active: 'Active filters',
    remove: (name: string) => `Remove filter: ${name}`,
    more: 'More filters',
    showAll: (shown: string) => `Show all ${shown}`,
    showFewer: 'Show fewer',
    beyond: (shown: string) => `${shown} more. Use the search box to find them.`,
    ...fieldLabels,
    flags: 'Data notes',
    is_sold: 'Sale result',
    sold: { any: 'All', true: 'Sold', false: 'Not sold' },
    weight: 'Weight (carats)',
    price: 'Price (US$)',
    price_per_carat: 'Price per carat (US$)',
    date: 'Sale date',
    from: 'From',
    to: 'To',
    lotsWith: (value: string, lots: string) => `${value}, ${lots}`,
    examples: {
      weight: 'e.g. 5',
      price: 'e.g. 250k',
      date: 'Year or date',
      treatment: 'No heat',
      lab: 'SSEF',
    },
  },

  chips: {
    atLeast: (what: string, value: string) => `${what} ≥ ${value}`,
    atMost: (what: string, value: string) => `${what} ≤ ${value}`,
    market: 'Without hand-picked lots',
    handPicked: 'With hand-picked lots',
    weight: 'Weight',
    price: 'Price',
    price_per_carat: 'Per carat',
    since: (date: string) => `From ${date}`,
    until: (date: string) => `Through ${date}`,
    words: (words: string) => `Title: ${words}`,
    preferred: (words: string) => `Titles with “${words}” first`,
    updated: (date: string) => `New or changed since ${date}`,
    other: (value: string) => `Other filter: ${value}`,
    named: (label: string, value: string) => `${label}: ${value}`,
    lot: (value: string) => `Lot ${value}`,
    report: (value: string) => `Report ${value}`,
    stone: (value: string) => `Stone ${value}`,
    resold: { true: 'Stones offered again', false: 'Stones offered once' } as Record<string, string>,
    status: (value: string) => `Sale result: ${value}`,
    unknown: (label: string) => `${label} not known`,
    // A non-breaking space keeps a number and its unit in one line.
    carats: (value: string) => `${value}\u00a0ct`,
    about: (weight: string, range: string) => `about ${weight}\u00a0ct (${range})`,
    perCarat: 'per carat',
  },

  states: {
    loading: 'Loading',
    emptyTitle: 'No lots match these filters',
    onlyPicked: 'Only hand-picked lots match these filters',
    unusable: 'None of these lots can be used',
    picked:
      'Hand-picked lots, such as records and highlights, are not in figures: a selection is not the market.',
    withPicked: 'Include them',
    emptyAdvice: 'Remove a filter or widen a range.',
    emptyData: 'No lots yet',
    emptyDataAdvice: 'Lots appear here by themselves when the first import ends.',
    family: (value: string) => `“${value}” is that type alone. Others of its family in the data:`,
    wholeFamily: 'Show all of them',
    didYouMean: (value: string) => `“${value}” is not a known name. Did you mean`,
    unknownTreatment: 'You asked for lots of unknown treatment. Did you mean',
    unknownValue: (value: string) => `“${value}” is not a known name.`,
    retry: 'Try again',
    reload: 'Reload the page',
    clear: 'Clear all filters',
    searchAll: 'Search all lots',
    offline: { title: 'You are offline', advice: 'This page continues when you are back online.' },
    unreachable: {
      title: 'The service is not responding',
      advice: 'It may be restarting. Try again in a moment.',
    },
    /** Shown when the page failed, not the service. */
    outdated: {
      title: 'Part of the page did not load',
      advice: 'The site may have been updated since you opened it.',
    },
    limitedAdvice: (wait: string) => `You can try again in ${wait}.`,
    minutes: (count: number, shown: string) => `${shown} ${text.plural(count, 'minute', 'minutes')}`,
    seconds: (count: number, shown: string) => `${shown} ${text.plural(count, 'second', 'seconds')}`,
  },

  /** Why a lot has no price. */
  withoutPrice: { ...statuses, sold: 'Not published' },
  band: (band: string) => ({ '0-1': '<1', '20-': '20+' })[band] ?? band.replace('-', '–'),

  /** The headlines of price indices. */
  findings: {
    unclear: (subject: string, from: string, to: string) =>
      `${subject}: no clear price change from ${from} to ${to}`,
    up: (subject: string, share: string, from: string, to: string) =>
      `${subject}: prices rose ${share} from ${from} to ${to}`,
    down: (subject: string, share: string, from: string, to: string) =>
      `${subject}: prices fell ${share} from ${from} to ${to}`,
  },

  statuses,

  /** The sentence that lots are invented. */
  samples: {
    note: (some: string, of: string) => `Invented samples, not real sales: ${some} of the ${of}.`,
    all: 'all',
    ofData: (lots: string) => `${lots} behind the figures`,
    ofFigures: 'lots behind the figures',
    ofFigure: 'lots of this figure',
    ofSales: (sales: string) => `${sales} similar sales`,
  },

  /** The names of the fields of lots, and of their classes. */
  fields: {
    ...fieldLabels,
    carat: 'Weight',
    auction_house: 'House',
    year: 'Year',
    carat_band: 'Carats',
    estimate_band: 'Estimate',
  },

  objects: {
    ring: 'Ring',
    earrings: 'Earrings',
    necklace: 'Necklace',
    bracelet: 'Bracelet',
    brooch: 'Brooch',
    pendant: 'Pendant',
    tiara: 'Tiara',
    cufflinks: 'Cufflinks',
    loose_stone: 'Loose stone',
    suite: 'Suite',
    watch: 'Watch',
    box: 'Box',
    other: 'Other',
    none: 'Not known',
  } as Record<string, string>,

  flags: {
    MULTI_STONE: 'Several stones',
    LAB_GROWN: 'Lab-grown stone',
    CARAT_FROM_TITLE: 'Weight read from the title',
    HAND_PICKED: 'Hand-picked lot',
    DATE_PARTIAL: 'Approximate date',
    FUTURE_SALE: 'Sold on a future date',
    CURRENCY_CONVERTED: 'Price converted to US$',
    NOT_CONVERTED: 'Price not converted to US$',
    PRICE_OUTLIER: 'Unusual price',
    SOLD_WITHOUT_PRICE: 'Sold, price not published',
    UNSOLD_WITH_PRICE: 'Unsold, but the source gives a price',
    WEIGHT_UNREADABLE: 'Weight not readable',
    URL_UNREADABLE: 'Link not readable',
    ESTIMATE_UNREADABLE: 'Estimate not readable',
  } as Record<string, string>,
};

/** The locale of numbers and dates: the first locale of the reader in the language of the page. */
export const locale =
  navigator.languages.find((language) => language.split('-')[0] === text.language) ?? text.language;
