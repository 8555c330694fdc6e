import { fill, h, note } from '../page/element.ts';
import { count, usd, usdShort } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import type { Answer, AuctionRecord, Overview, Summary } from '../service/answers.ts';
import { bandOf } from '../service/carat-bands.ts';
import { load } from '../service/load.ts';
import { overviewUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { type Filter, filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { axisStrip, type Mark } from './axis-strip.ts';
import { lotPageText } from './lot-text.ts';

/** Fewer priced lots are too few to compare with. */
const fewest = 5;

/** A group of lots to compare with: its filters and its name. */
interface Group {
  filters: Filter[];
  name: string;
}

/**
 * The place of the price per carat of a lot among the lots of its gem, origin, treatment and weight, or of the next wider
 * group that has enough of them.
 * @param page the state whose switch "real sales only" applies
 * @param most the number of requests that it may make
 * @returns the section, and the number of its requests
 */
export function lotContext(lot: AuctionRecord, page: PageState, frame: Frame, most: number) {
  const body = h('div', {}, skeleton(5));
  const element = h('section', { class: 'lot-context' }, h('h2', {}, lotPageText.contextHeading), body);
  const groups = groupsOf(lot);
  // The widest group always has a turn.
  const tried = groups.length > most ? [...groups.slice(0, most - 1), groups.at(-1)!] : groups;
  const requests = find().catch(() => {
    element.remove();
    return most;
  });
  return { element, requests };

  async function find(): Promise<number> {
    const few: string[] = [];
    for (const { filters, name } of tried) {
      const state = freshState(page, { filters });
      const answer = await load<Overview>(overviewUrl(state.filters));
      const { n } = answer.data.price_per_carat_usd;
      if (n < fewest && name !== tried.at(-1)!.name) {
        few.push(lotPageText.few(n, count(n), name));
        continue;
      }
      if (frame.isCurrent())
        fill(
          body,
          ...few.map((said) => note(said)),
          ...comparison(lot, name, answer),
          links(state),
          showRequest(overviewUrl(state.filters)),
        );
      return few.length + 1;
    }
    return tried.length;
  }
}

/** The groups of a lot, from the narrowest to the widest. */
function groupsOf(lot: AuctionRecord): Group[] {
  const { any, group } = lotPageText;
  const whole = { gem_name: lot.gem_type, origin: lot.origin };
  const band = lot.carat === null ? null : bandOf(lot.carat);
  const weight = band === null ? any.weight : text.chips.carats(text.band(band));
  const named = (treatment: string, size: string) =>
    group(lot.gem_type, lot.origin ?? any.origin, treatment, size);
  const all = [
    {
      filters: filtersFor({ ...whole, carat_band: band, treatment: lot.treatment }),
      name: named(lot.treatment ?? any.treatment, weight),
    },
    { filters: filtersFor({ ...whole, carat_band: band }), name: named(any.treatment, weight) },
    { filters: filtersFor(whole), name: named(any.treatment, any.weight) },
  ];
  return all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place);
}

const links = (state: PageState) =>
  h(
    'p',
    { class: 'links' },
    stateLink(state, {}, lotPageText.seeLots),
    stateLink({ ...state, view: 'prices' }, {}, lotPageText.seeMarket),
  );

function comparison(lot: AuctionRecord, group: string, { data, meta }: Answer<Overview>): HTMLElement[] {
  const summary = data.price_per_carat_usd;
  const { n, median, median_low: low, median_high: high } = summary;
  if (median === null || n < fewest) return [h('p', {}, lotPageText.fewLots(n, count(n), group))];
  const sentences = [
    lotPageText.context(group, usd(median), count(n)),
    ...(low === null ? [] : [lotPageText.interval(usd(low), usd(high))]),
    ...(lot.price_per_carat_usd === null ? [] : [standing(lot.price_per_carat_usd, summary)]),
  ];
  const synthetic = meta.synthetic_lots ?? 0;
  return [
    h('p', {}, sentences.join(' ')),
    priceStrip(summary, lot.price_per_carat_usd),
    ...(synthetic > 0 ? [note(lotPageText.samples(synthetic, count(synthetic)))] : []),
  ];
}

function standing(value: number, { p10, p25, median, p75, p90 }: Summary): string {
  const steps = lotPageText.standing;
  if (value < p10!) return steps.under10;
  if (value < p25!) return steps.under25;
  if (value < median!) return steps.lower;
  if (value <= p75!) return steps.upper;
  return value <= p90! ? steps.over75 : steps.over90;
}

/** The middle 80% of a group's prices as a line, the middle half as a bar, and the position of one lot. */
function priceStrip({ p10, p25, median, p75, p90 }: Summary, value: number | null): HTMLElement {
  const marks: Mark[] = [
    { kind: 'strip-line', from: p10!, to: p90! },
    { kind: 'strip-box', from: p25!, to: p75! },
    { kind: 'strip-median', from: median! },
    ...(value === null ? [] : [{ kind: 'strip-lot', from: value }]),
  ];
  const { strip } = lotPageText;
  const figures: [string, number | null, string][] = [
    [strip.low, p10, ''],
    [strip.quartileLow, p25, ''],
    [strip.median, median, 'strip-key-median'],
    [strip.quartileHigh, p75, ''],
    [strip.high, p90, ''],
    ...(value === null ? [] : [[strip.lot, value, 'strip-key-lot'] as [string, number, string]]),
  ];
  const drawn = axisStrip(marks, lotPageText.stripLabel, lotPageText.axis);
  drawn.append(
    h(
      'dl',
      { class: 'strip-key row' },
      ...figures.map(([name, amount, kind]) =>
        h('div', { class: kind }, h('dt', {}, name), h('dd', {}, usdShort(amount))),
      ),
    ),
  );
  return drawn;
}
