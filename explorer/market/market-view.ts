import { fill, h, keepingFocus } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import { segments } from '../page/segments.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, AuctionRecord, MarketGroup, TrendPeriod } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { Problem } from '../service/problem.ts';
import { facetsUrl, groupsUrl, heatUrl, maxGroups, trendsUrl } from '../service/requests.ts';
import type { PageState } from '../state/page-state.ts';
import { valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type BarGrouping, barsTable } from './bars-table.ts';
import { groupColumns, trendColumns } from './columns.ts';
import { createFigure, type Figure } from './figure.ts';
import { heatTable } from './heat-table.ts';
import { createTimeFigure, priceReadout, rateReadout } from './time-figure.ts';
import { lotsPlot, pricePlot, ratePlot } from './trend-plots.ts';

/**
 * Charts of the filtered set. Five requests: facets, periods, gem by weight, origins, houses; one when only the
 * period changes, none for the scale.
 */
export function createMarketView(): View {
  const periods = h('div', {});
  const scales = h('div', {});
  const trend = createFigure('trend', text.market.trend, text.market.trendLead, periods, scales);
  const rate = createFigure('sell-through', text.market.sellThrough, text.market.sellThroughLead);
  const heat = createFigure('gem-by-weight', text.market.heat, text.market.heatLead);
  const bars: Record<BarGrouping, Figure> = {
    origin: createFigure('by-origin', text.market.origins, text.market.barsLead),
    auction_house: createFigure('by-house', text.market.houses, text.market.barsLead),
  };
  const trendTime = createTimeFigure<TrendPeriod>('trend');
  const rateTime = createTimeFigure<TrendPeriod>('sell-through');
  const samples = h('p', { class: 'note', hidden: true });
  const element = h(
    'section',
    { class: 'market-view' },
    h('h1', { tabindex: -1 }, text.titles.market),
    samples,
    ...[trend.element, rate.element, heat.element, bars.origin.element, bars.auction_house.element],
  );
  const figures = [trend, rate, heat, ...Object.values(bars)];
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    for (const figure of figures) figure.loading();
    keepingFocus(trend.element, () => {
      fill(periods, segments(state, 'interval', text.market.interval, text.market.intervals));
      fill(scales, segments(state, 'scale', text.market.scale, text.market.scales));
    });
    const facets = load<AuctionRecord[]>(facetsUrl(state));
    const drawing = [
      facets.then((answer) => {
        if (!frame.isCurrent()) return;
        frame.facets(answer.meta.facets, answer.pagination!.total_records);
        frame.understood(answer.meta.filters);
      }),
      drawInto([trend, rate], load<TrendPeriod[]>(trendsUrl(state)), (answer) => showTrends(answer, state)),
      drawInto(
        [heat],
        facets.then((answer) => heatAnswer(state, answer)),
        (answer) => showHeat(answer, state),
      ),
      ...(['origin', 'auction_house'] as const).map((grouping) =>
        drawInto([bars[grouping]], load<MarketGroup[]>(groupsUrl(state, grouping)), (answer) =>
          showBars(grouping, answer, state),
        ),
      ),
    ];
    const problems = (await Promise.allSettled(drawing)).filter((result) => result.status === 'rejected');
    // The same problem in all figures is shown once for the view.
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

  function showTrends({ data, meta }: Answer<TrendPeriod[]>, state: PageState) {
    const request = trendsUrl(state);
    const synthetic = meta.synthetic_lots ?? 0;
    const all = data.reduce((sum, period) => sum + period.lots, 0) + (meta.undated_lots ?? 0);
    samples.hidden = synthetic === 0;
    samples.textContent =
      synthetic >= all ? text.results.allSamples : text.results.samples(synthetic, count(synthetic));
    const undated = meta.undated_lots ?? 0;
    const imprecise = meta.imprecise_date_lots ?? 0;
    const left = [
      undated > 0 && text.market.undated(lots(undated)),
      imprecise > 0 && text.market.imprecise(lots(imprecise)),
    ];
    const shared = { rows: data, columns: trendColumns, request, state, syntheticLots: synthetic };
    const notes = [text.market.lotsLegend, text.market.lowSample, ...left];
    trend.show({ chart: trendTime.element, notes, ...shared });
    rate.show({ chart: rateTime.element, notes: left, ...shared });
    const isFaint = ({ low_sample }: TrendPeriod) => low_sample;
    const bars = lotsPlot(
      data.map((period) => period.lots),
      data.map((period) => period.sold_lots),
    );
    trendTime.show({
      ...{ periods: data, shapes: [pricePlot(data, state.scale === 'log'), bars] },
      ...{ label: text.market.trend, readout: priceReadout, isFaint },
    });
    rateTime.show({
      ...{ periods: data, shapes: [ratePlot(data)] },
      ...{ label: text.market.sellThrough, readout: rateReadout, isFaint },
    });
  }

  function showHeat({ answer, request, total }: HeatAnswer, state: PageState) {
    const shown = new Set(answer.data.map(({ gem_type }) => gem_type)).size;
    const notes = [total > shown && text.market.heatTop(count(shown), count(total)), text.market.lowSample];
    const chart = heatTable(answer.data);
    heat.show({
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

interface HeatAnswer {
  answer: Answer<MarketGroup[]>;
  request: string;
  /** The available gem types. */
  total: number;
}

/** The facets show which gem types have the most lots; only these are requested, with all size classes. */
async function heatAnswer(state: PageState, { meta, pagination }: Answer<unknown>): Promise<HeatAnswer> {
  const facet = meta.facets?.gem_type;
  const top = (facet?.values ?? []).slice(0, maxGroups).map(({ filter }) => filter.gem_name!);
  const request = heatUrl(state, top);
  const chosen = valuesOf(state, 'gem_name').length;
  const total = chosen > 0 ? chosen : (facet?.total_values ?? 0);
  if (pagination?.total_records === 0)
    return { answer: { data: [], pagination: null, meta }, request, total };
  return { answer: await load<MarketGroup[]>(request), request, total };
}
