import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type FigureSource } from '../charts/figure.ts';
import { createTimeChart } from '../charts/time-chart.ts';
import { lotsPlot, pricePlot, ratePlot } from '../charts/trend-plots.ts';
import { segments } from '../page/choices.ts';
import { fill, h } from '../page/element.ts';
import { change, count, lots, percent, usd } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type FacetsAnswer, part } from '../page/section.ts';
import type { View } from '../page/view.ts';
import type { Answer, MarketGroup, Meta, TrendPeriod } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { gemGroupsUrl, groupsUrl, maxGroups, trendsUrl } from '../service/requests.ts';
import { type PageState, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type BarGrouping, barsTable } from './bars-table.ts';
import { groupColumns, trendColumns } from './columns.ts';
import { heatTable } from './heat-table.ts';
import { multiples, multiplesOf } from './multiples.ts';

const words = chartsText.market;

/**
 * Charts of the filtered lots. One gem needs five requests: facets, periods, gem by weight, origins, houses. Several gems
 * need four: facets, periods, gem by weight, gem by year. They get a chart each, because a median over several gems follows
 * their mix. One request when only the period changes, none for the scale.
 */
export function createMarketView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const trend = createTimeChart<TrendPeriod>('trend', words.trend, chartsText.trend, [controls]);
  const rate = createTimeChart<TrendPeriod>('sell-through', words.sellThrough, chartsText.rate);
  const small = createFigure('gem-by-year', chartsText.multiples.title, chartsText.multiples);
  const heat = createFigure('gem-by-weight', words.heat, chartsText.heat);
  const bars = {
    origin: createFigure('by-origin', words.origins, chartsText.bars),
    auction_house: createFigure('by-house', words.houses, chartsText.bars),
  };
  return createSection({
    name: 'market',
    title: text.titles.market,
    heading: words.heading,
    path: () => 'market',
    parts(state, facets) {
      const isOneGem = oneGem(state) !== undefined;
      // The first time, they hold their place while the figures load.
      if (isOneGem && controls.childElementCount === 0) fillControls(state);
      const trends = part(isOneGem ? [trend, rate] : [rate], loadTrends(state), (answer, drawing) => {
        const shared = drawing.source(trendsUrl(drawing.state));
        showRate(answer, shared);
        if (isOneGem) showTrend(answer, shared);
      });
      const weights = part([heat], ofTopGems(state, facets, 'carat_band'), (known, { source }) => {
        const { data, total } = known;
        const shown = new Set(data.map(({ gem_type }) => gem_type)).size;
        heat.show({
          ...source(known.request),
          rows: data,
          columns: groupColumns('gem_type', 'carat_band'),
          chart: heatTable(data),
          notes: [total > shown && words.heatTop(count(shown), count(total))],
        });
      });
      if (!isOneGem) return [yearsPart(state, facets), trends, weights];
      return [trends, weights, groupsPart(state, 'origin'), groupsPart(state, 'auction_house')];
    },
  });

  function fillControls(state: PageState) {
    fill(
      controls,
      segments(state, 'interval', words.interval, words.intervals),
      segments(state, 'scale', words.scale, words.scales),
    );
  }

  function showRate({ data, meta }: Answer<TrendPeriod[]>, shared: FigureSource) {
    rate.show({
      ...shared,
      ...timeOf(data, meta),
      readout: rateReadout,
      label: words.sellThrough,
      notes: dateNotes(meta),
      shapes: (drawn) => [ratePlot(drawn)],
    });
  }

  function showTrend({ data, meta }: Answer<TrendPeriod[]>, shared: FigureSource) {
    const { state } = shared;
    const unit = chartsText.perCarat(priceUnit(meta.prices));
    fillControls(state);
    trend.show({
      ...shared,
      ...timeOf(data, meta),
      readout: priceReadout,
      label: words.trend,
      notes: [words.lotsLegend, words.lowSample, ...dateNotes(meta), ...priceNotes(meta.prices)],
      shapes: (drawn) => [
        pricePlot(drawn, state.scale === 'log', unit),
        lotsPlot(
          drawn.map((period) => period.lots),
          drawn.map((period) => period.sold_lots),
        ),
      ],
    });
  }

  function yearsPart(state: PageState, facets: Promise<FacetsAnswer>) {
    return part([small], ofTopGems(state, facets, 'year'), (known, { state, source }) => {
      const { gems, lots: early, start } = multiplesOf(known.data, known.meta.as_of);
      small.show({
        ...source(known.request),
        rows: known.data,
        columns: groupColumns('gem_type', 'year'),
        chart: multiples(gems, state),
        notes: [early > 0 && text.findings.before(lots(early), start), ...priceNotes(known.meta.prices)],
      });
    });
  }

  function groupsPart(state: PageState, grouping: BarGrouping) {
    const request = groupsUrl(state, grouping);
    return part([bars[grouping]], load<MarketGroup[]>(request), ({ data, meta }, { source }) => {
      const total = meta.total_groups ?? data.length;
      const ungrouped = meta.ungrouped_lots ?? 0;
      bars[grouping].show({
        ...source(request),
        rows: data,
        columns: groupColumns(grouping),
        chart: barsTable(data, grouping),
        notes: [
          total > data.length && words.barsTop(count(data.length), count(total)),
          ungrouped > 0 && words.ungrouped(lots(ungrouped)),
        ],
      });
    });
  }
}

/** The periods, and the number of all lots. */
async function loadTrends(state: PageState) {
  const answer = await load<TrendPeriod[]>(trendsUrl(state));
  const dated = answer.data.reduce((sum, period) => sum + period.lots, 0);
  return { ...answer, lots: dated + (answer.meta.undated_lots ?? 0) };
}

const timeOf = (rows: TrendPeriod[], { as_of: asOf }: Meta) => ({
  rows,
  columns: trendColumns,
  time: { asOf, lots: (period: TrendPeriod) => period.lots },
  isFaint: ({ low_sample }: TrendPeriod) => low_sample,
});

const dateNotes = ({ undated_lots: undated = 0, imprecise_date_lots: imprecise = 0 }: Meta) => [
  undated > 0 && words.undated(lots(undated)),
  imprecise > 0 && words.imprecise(lots(imprecise)),
];

/** All groups of the gem types with the most lots, which the facets name, and the number of available gem types. */
async function ofTopGems(state: PageState, facets: Promise<FacetsAnswer>, field: 'carat_band' | 'year') {
  const { meta, pagination } = await facets;
  const facet = meta.facets?.gem_type;
  const gems = (facet?.values ?? []).slice(0, maxGroups).map(({ filter }) => filter.gem_name!);
  const request = gemGroupsUrl(state, gems, field);
  const total = valuesOf(state, 'gem_name').length || (facet?.total_values ?? 0);
  const isEmpty = pagination?.total_records === 0;
  const answer = isEmpty ? { data: [], meta } : await load<MarketGroup[]>(request);
  return { ...answer, request, total };
}

/** The median with its interval and quartiles, and the number of lots. */
function priceReadout(period: TrendPeriod): [string, string][] {
  const { readout, columns } = words;
  const { median, median_low, median_high, p25, p75, n } = period.price_per_carat_usd;
  const growth = period.median_price_per_carat_change;
  const figures: [string, string | null][] = [
    [columns.median, median === null ? words.noPriced : usd(median)],
    [readout.interval, median_low === null ? null : text.range(usd(median_low), usd(median_high))],
    [readout.quartiles, median === null ? null : text.range(usd(p25), usd(p75))],
    [readout.change, growth === null ? null : change(growth)],
    [columns.n, count(n)],
    [columns.lots, count(period.lots)],
  ];
  return figures.filter((figure): figure is [string, string] => figure[1] !== null);
}

/** The number of lots offered, and the share sold. */
const rateReadout = (period: TrendPeriod): [string, string][] => [
  [words.columns.sell_through_rate, percent(period.sell_through_rate)],
  [words.columns.sold_lots, count(period.sold_lots)],
  [words.columns.lots, count(period.lots)],
];
