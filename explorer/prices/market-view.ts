import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type Figure } from '../charts/figure.ts';
import {
  changeFinding,
  heatFinding,
  highestMedian,
  rateFinding,
  reliableMedians,
} from '../charts/findings.ts';
import { firstUnfinished } from '../charts/period-ticks.ts';
import { createTimeFigure, priceReadout, rateReadout } from '../charts/time-figure.ts';
import { lotsPlot, pricePlot, ratePlot } from '../charts/trend-plots.ts';
import { fill, h, keepingFocus } from '../page/element.ts';
import { count, lots, periodName } from '../page/format.ts';
import { choiceBar, priceNotes, priceUnit } from '../page/price-choices.ts';
import { segments } from '../page/segments.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, AuctionRecord, Facets, MarketGroup, TrendPeriod } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { Problem } from '../service/problem.ts';
import {
  facetsUrl,
  groupsUrl,
  heatUrl,
  maxGroups,
  maxMultiples,
  multiplesUrl,
  trendsUrl,
} from '../service/requests.ts';
import { unquoted } from '../state/list-values.ts';
import { currentState, stateLink } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type BarGrouping, barsTable } from './bars-table.ts';
import { groupColumns, trendColumns } from './columns.ts';
import { heatTable } from './heat-table.ts';
import { multiples } from './multiples.ts';

/**
 * Charts of the filtered lots. One gem needs five requests: facets, periods, gem by weight, origins, houses. Several gems
 * need four: facets, periods, gem by weight, gem by year. They get a chart each, because a median over several gems follows
 * their mix. One request when only the period changes, none for the scale.
 */
export function createMarketView(): View {
  const words = chartsText;
  const choices = h('div', {});
  const periods = h('div', {});
  const scales = h('div', {});
  const trend = createFigure('trend', text.market.trend, words.trend, periods, scales);
  const small = createFigure('gem-by-year', words.multiples.title, words.multiples);
  const rate = createFigure('sell-through', text.market.sellThrough, words.rate);
  const heat = createFigure('gem-by-weight', text.market.heat, words.heat);
  const bars: Record<BarGrouping, Figure> = {
    origin: createFigure('by-origin', text.market.origins, words.bars),
    auction_house: createFigure('by-house', text.market.houses, words.bars),
  };
  const trendTime = createTimeFigure<TrendPeriod>('trend');
  const rateTime = createTimeFigure<TrendPeriod>('sell-through');
  const samples = h('p', { class: 'note samples-note' });
  const gems = h('div', {});
  const body = h('div', {});
  const element = h(
    'section',
    { class: 'market-view' },
    h('h1', { tabindex: -1 }, text.titles.market),
    samples,
    choices,
    body,
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const isOneGem = valuesOf(state, 'gem_name').length === 1;
    const figures = isOneGem ? [trend, rate, heat, bars.origin, bars.auction_house] : [small, rate, heat];
    for (const figure of figures) figure.loading();
    keepingFocus(element, () => {
      fill(choices, choiceBar(state, 'market'));
      fill(periods, segments(state, 'interval', text.market.interval, text.market.intervals));
      fill(scales, segments(state, 'scale', text.market.scale, text.market.scales));
      if (!isOneGem) fill(gems);
      fill(body, ...figures.map((figure) => figure.element), gems);
    });
    const facets = load<AuctionRecord[]>(facetsUrl(state));
    const drawing = [
      facets.then((answer) => {
        if (!frame.isCurrent()) return;
        frame.facets(answer.meta.facets, answer.pagination!.total_records);
        frame.understood(answer.meta.filters);
        fill(gems, !isOneGem && gemLinks(state, answer.meta.facets));
      }),
      drawInto(isOneGem ? [trend, rate] : [rate], load<TrendPeriod[]>(trendsUrl(state)), (answer) => {
        frame.understood(answer.meta.filters);
        showTrends(answer, currentState(), isOneGem);
      }),
      drawInto(
        [heat],
        facets.then((answer) => ofTopGems(state, answer, maxGroups, heatUrl)),
        (answer) => showHeat(answer, state),
      ),
      ...(isOneGem
        ? (['origin', 'auction_house'] as const).map((grouping) =>
            drawInto([bars[grouping]], load<MarketGroup[]>(groupsUrl(state, grouping)), (answer) =>
              showBars(grouping, answer, state),
            ),
          )
        : [
            drawInto(
              [small],
              facets.then((answer) => ofTopGems(state, answer, maxMultiples, multiplesUrl)),
              (answer) => showMultiples(answer, state),
            ),
          ]),
    ];
    const problems = (await Promise.allSettled(drawing)).filter((result) => result.status === 'rejected');
    // If all figures have a problem, the view shows it once.
    const first = problems[0]?.reason;
    if (problems.length === drawing.length && first instanceof Problem && frame.isCurrent()) throw first;

    async function drawInto<Data>(into: Figure[], answer: Promise<Data>, draw: (answer: Data) => void) {
      try {
        const known = await answer;
        if (frame.isCurrent()) draw(known);
      } catch (error) {
        if (frame.isCurrent()) for (const figure of into) figure.problem(error);
        throw error;
      }
    }
  }

  function showTrends({ data, meta }: Answer<TrendPeriod[]>, state: PageState, isOneGem: boolean) {
    const request = trendsUrl(state);
    const synthetic = meta.synthetic_lots ?? 0;
    const all = data.reduce((sum, period) => sum + period.lots, 0) + (meta.undated_lots ?? 0);
    const some = synthetic > 0 ? text.results.samples(synthetic, count(synthetic)) : '';
    samples.textContent = synthetic > 0 && synthetic >= all ? text.results.allSamples : some;
    const names = data.map(({ period }) => period);
    const unfinished = firstUnfinished(names, meta.as_of);
    const undated = meta.undated_lots ?? 0;
    const imprecise = meta.imprecise_date_lots ?? 0;
    const left = [
      unfinished < data.length && words.unfinished(periodName(names[unfinished]!)),
      undated > 0 && text.market.undated(lots(undated)),
      imprecise > 0 && text.market.imprecise(lots(imprecise)),
    ];
    const shared = { rows: data, columns: trendColumns, request, state, syntheticLots: synthetic };
    const isFaint = ({ low_sample }: TrendPeriod) => low_sample;
    rate.show({
      ...{ chart: rateTime.element, notes: left, ...shared, finding: rateFinding(data, unfinished) },
    });
    rateTime.show({
      ...{ periods: data, shapes: [ratePlot(data, unfinished)], unfinished },
      ...{ label: text.market.sellThrough, readout: rateReadout, isFaint },
    });
    if (!isOneGem) return;
    const gem = unquoted(valuesOf(state, 'gem_name')[0]!);
    const notes = [text.market.lotsLegend, text.market.lowSample, ...left, ...priceNotes(meta.prices)];
    const finding = changeFinding(words.medianOf(gem), reliableMedians(data, unfinished));
    trend.show({ chart: trendTime.element, notes, finding, ...shared });
    const bars = lotsPlot(
      data.map((period) => period.lots),
      data.map((period) => period.sold_lots),
      unfinished,
    );
    const unit = words.perCarat(priceUnit(meta.prices));
    trendTime.show({
      ...{ periods: data, unfinished, label: text.market.trend, readout: priceReadout, isFaint },
      shapes: [pricePlot(data, { isLog: state.scale === 'log', unit, unfinished }), bars],
    });
  }

  function showMultiples({ answer, request }: GemsAnswer, state: PageState) {
    const { data, meta } = answer;
    small.show({
      ...{ chart: multiples(data, state, meta.as_of.slice(0, 4)), notes: priceNotes(meta.prices) },
      ...{ rows: data, columns: groupColumns('gem_type', 'year'), request, state },
      syntheticLots: meta.synthetic_lots ?? 0,
    });
  }

  function showHeat({ answer, request, total }: GemsAnswer, state: PageState) {
    const shown = new Set(answer.data.map(({ gem_type }) => gem_type)).size;
    const notes = [total > shown && text.market.heatTop(count(shown), count(total))];
    const chart = heatTable(answer.data);
    heat.show({
      finding: heatFinding(answer.data),
      chart,
      notes,
      rows: answer.data,
      columns: groupColumns('gem_type', 'carat_band'),
      request,
      state,
      syntheticLots: answer.meta.synthetic_lots ?? 0,
    });
  }

  function showBars(grouping: BarGrouping, { data, meta }: Answer<MarketGroup[]>, state: PageState) {
    const total = meta.total_groups ?? data.length;
    const ungrouped = meta.ungrouped_lots ?? 0;
    const notes = [
      total > data.length && text.market.barsTop(count(data.length), count(total)),
      ungrouped > 0 && text.market.ungrouped(lots(ungrouped)),
    ];
    const chart = barsTable(data, grouping);
    const request = groupsUrl(state, grouping);
    bars[grouping].show({
      finding: highestMedian(data, grouping),
      chart,
      notes,
      rows: data,
      columns: groupColumns(grouping),
      request,
      state,
      syntheticLots: meta.synthetic_lots ?? 0,
    });
  }
}

interface GemsAnswer {
  answer: Answer<MarketGroup[]>;
  request: string;
  /** The available gem types. */
  total: number;
}

/** Requests all groups of the gem types with the most lots, which the facets name. */
async function ofTopGems(
  state: PageState,
  { meta, pagination }: Answer<unknown>,
  most: number,
  url: (state: PageState, gems: readonly string[]) => string,
): Promise<GemsAnswer> {
  const facet = meta.facets?.gem_type;
  const top = (facet?.values ?? []).slice(0, most).map(({ filter }) => filter.gem_name!);
  const request = url(state, top);
  const chosen = valuesOf(state, 'gem_name').length;
  const total = chosen > 0 ? chosen : (facet?.total_values ?? 0);
  if (pagination?.total_records === 0)
    return { answer: { data: [], pagination: null, meta }, request, total };
  return { answer: await load<MarketGroup[]>(request), request, total };
}

/** Links to the market of one gem, where origins and houses can be compared. */
function gemLinks(state: PageState, facets: Facets | undefined): HTMLElement | null {
  const chosen = valuesOf(state, 'gem_name');
  const known = facets?.gem_type?.values ?? [];
  const offered = known.filter(({ filter }) => chosen.length === 0 || chosen.includes(filter.gem_name!));
  if (offered.length === 0) return null;
  const links = offered
    .slice(0, maxGroups)
    .map(({ value, filter }) =>
      stateLink(withFilter(state, 'gem_name', [filter.gem_name!]), { class: 'button' }, value),
    );
  return h(
    'div',
    { class: 'figure' },
    h('p', {}, chartsText.multiples.choose),
    h('div', { class: 'gem-choice' }, ...links),
  );
}
