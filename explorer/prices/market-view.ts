import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { intervalColumns } from '../charts/forest.ts';
import { segments } from '../page/choices.ts';
import { fill, h, positioned } from '../page/element.ts';
import { count, percent, saidOf, saidOfPart, totalLots, usd, usdShort } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type Drawing, type FacetsAnswer, part } from '../page/section.ts';
import { type Column, column, picture, rateColumn, shadedTable } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, MarketGroup, Meta, TrendPeriod } from '../service/answers.ts';
import { gemGroupsUrl, groupsUrl, maxGroups, trendsUrl } from '../service/requests.ts';
import { currentState, stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState, priceChoice } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { multiples } from './multiples.ts';

const words = chartsText.market;
const titles = words.columns;

/**
 * The market of one gem type: five requests. Of several, four: they get a chart each, because a median over several gems
 * follows their mix. One request when only the period changes.
 */
export function createView(): View {
  const controls = h('div', { class: 'figure-controls row' });
  const trend = createFigure('trend', words.trend, chartsText.trend, controls);
  const rate = createFigure('sell-through', words.sellThrough, chartsText.rate);
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
    isPriced: true,
    parts(state, facets) {
      const isOneGem = oneGem(state) !== undefined;
      // The first time, they hold their place while the figures load.
      if (isOneGem && controls.childElementCount === 0) fillControls(state);
      const over = part<TrendPeriod[]>(
        isOneGem ? [trend, rate] : [rate],
        trendsUrl(state),
        (answer, drawing) => {
          if (isOneGem) showTrend(answer, drawing);
          showRate(answer, drawing);
        },
      );
      const weights = part([heat], ofTopGems(state, facets, 'carat_band'), showWeights);
      if (!isOneGem) return [part([small], ofTopGems(state, facets, 'year'), showYears), over, weights];
      return [over, weights, groupsPart(state, 'origin'), groupsPart(state, 'auction_house')];
    },
  });

  function fillControls(state: PageState) {
    fill(controls, segments(state, 'interval', words.interval, words.intervals));
  }

  function showTrend({ data, meta }: Answer<TrendPeriod[]>, { state, source }: Drawing) {
    fillControls(state);
    const { chart, ...shared } = overTime(data, meta);
    trend.show({
      ...source,
      ...shared,
      notes: [...dateNotes(meta), ...priceNotes(meta.prices)],
      chart: {
        ...chart,
        lines: [
          {
            of: ({ price_per_carat_usd: price, low_sample }) => ({
              value: price.median,
              low: price.median_low,
              high: price.median_high,
              isThin: low_sample,
            }),
          },
        ],
        // Quartiles of few lots are unreliable and not drawn.
        bands: [
          ({ price_per_carat_usd: price, low_sample }) =>
            low_sample ? [null, null] : [price.p25, price.p75],
        ],
        bars: (period) => [period.lots, period.sold_lots],
        unit: chartsText.perCarat(priceUnit(meta.prices)),
        format: usdShort,
      },
    });
  }

  function showRate({ data, meta }: Answer<TrendPeriod[]>, { source }: Drawing) {
    const { chart, ...shared } = overTime(data, meta);
    rate.show({
      ...source,
      ...shared,
      columns: rateColumns,
      notes: dateNotes(meta),
      chart: {
        ...chart,
        lines: [{ of: ({ sell_through_rate: value }) => ({ value }) }],
        unit: chartsText.share,
        format: percent,
      },
    });
  }

  function showWeights({ data }: Answer<MarketGroup[]>, { source }: Drawing) {
    const bands = [...new Set(data.map(({ carat_band }) => carat_band!))];
    bands.sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
    heat.show({
      ...source,
      lots: totalLots(data),
      rows: data,
      columns: groupColumns('carat_band'),
      chart: shadedTable(
        words.heat,
        data,
        { name: titles.gem_type, of: ({ gem_type: gem }) => gem! },
        { names: bands.map(bandName), of: ({ carat_band: band }) => bandName(band!) },
        weightCell(data),
      ),
    });
  }

  function showYears({ data, meta }: Answer<MarketGroup[]>, { state, source }: Drawing) {
    small.show({
      ...source,
      lots: totalLots(data),
      rows: data,
      columns: groupColumns('year'),
      chart: multiples(data, meta.as_of, state),
      notes: priceNotes(meta.prices),
    });
  }

  function groupsPart(state: PageState, field: keyof typeof bars) {
    return part<MarketGroup[]>([bars[field]], groupsUrl(state, field), ({ data, meta }, { source }) => {
      const rows = data.toSorted((a, b) => (medianOf(b) ?? 0) - (medianOf(a) ?? 0));
      bars[field].show({
        ...source,
        lots: totalLots(data),
        rows,
        columns: [
          column<MarketGroup>(field, titles[field], String, {
            cell: (group) => [stateLink(lotsIn(group), group[field] ?? text.unknown)],
          }),
          barColumn(rows),
          ...figureColumns<MarketGroup>(),
        ],
        table: { classOf: ({ low_sample }) => low_sample && 'low-sample' },
        notes: [saidOfPart(data.length, meta.total_groups ?? 0, words.top)],
      });
    });
  }
}

const medianOf = ({ price_per_carat_usd: { median } }: MarketGroup) => median;

/** What figures over time share. */
const overTime = (rows: TrendPeriod[], { as_of: asOf, undated_lots: undated = 0 }: Meta) => ({
  rows,
  columns: trendColumns,
  lots: totalLots(rows) + undated,
  chart: { rows, time: { asOf, lots: (period: TrendPeriod) => period.lots } },
});

const dateNotes = ({ undated_lots: undated, imprecise_date_lots: imprecise }: Meta) => [
  saidOf(undated, words.undated),
  saidOf(imprecise, words.imprecise),
];

/** The request for all groups of the gem types with the most lots, which the facets name. */
async function ofTopGems(state: PageState, facets: Promise<FacetsAnswer>, field: 'carat_band' | 'year') {
  const { meta } = await facets;
  const gems = (meta.facets?.gem_type?.values ?? []).map(({ filter }) => filter.gem_name!);
  return gemGroupsUrl(state, gems.slice(0, maxGroups), field);
}

const bandName = (band: string) => `${text.band(band)} ct`;

/** A cell of prices by gem and weight. Shades follow the logarithm of the price; few lots have none. */
function weightCell(groups: readonly MarketGroup[]) {
  const logOf = (group: MarketGroup) => Math.log(medianOf(group) || 1);
  const logs = groups.filter((group) => !group.low_sample && medianOf(group)).map(logOf);
  const [least, greatest] = [Math.min(...logs), Math.max(...logs)];
  return (group: MarketGroup) => {
    const { gem_type: gem, carat_band: band, price_per_carat_usd: price, low_sample: isThin } = group;
    const [median, n] = [usdShort(price.median), count(price.n)];
    const label = { 'aria-label': words.cell(gem!, bandName(band!), median, n) };
    const link = stateLink(lotsIn(group), label, median, ' ', h('small', n));
    return { link, shade: isThin ? null : (logOf(group) - least) / (greatest - least || 1) };
  };
}

const lotsIn = ({ filter }: MarketGroup) => ({ ...lotsOf(filter), ...priceChoice(currentState()) });

/** A bar of the median price per carat with its interval. Wide intervals of small groups are cut off. */
function barColumn(rows: readonly MarketGroup[]): Column<MarketGroup> {
  const reliable = rows.filter(({ low_sample }) => !low_sample);
  const medians = (reliable.length > 0 ? reliable : rows).map((row) => medianOf(row) ?? 0);
  const longest = 1.5 * Math.max(...medians, 1);
  const share = (value: number) => Math.min(100, (100 * value) / longest);
  return picture(titles.median, ({ price_per_carat_usd: { median, median_low: low, median_high: high } }) =>
    h(
      'div',
      { class: 'bar-track' },
      median !== null && positioned('bar-fill', 0, share(median)),
      low !== null && high !== null && positioned('effect-interval', share(low), share(high)),
    ),
  );
}

/** The columns of periods and groups; files use the names of the API. */
const figureColumns = <Row extends TrendPeriod | MarketGroup>(): Column<Row>[] => [
  column('price_per_carat_usd.median', titles.median, usd),
  ...intervalColumns<Row>('price_per_carat_usd.median_low', 'price_per_carat_usd.median_high', usd),
  column('price_per_carat_usd.p25', titles.p25, usd, { only: 'file' }),
  column('price_per_carat_usd.p75', titles.p75, usd, { only: 'file' }),
  column('price_per_carat_usd.n', titles.n, count),
  column('lots', titles.lots, count),
  column('sold_lots', titles.sold_lots, count),
  rateColumn('sell_through_rate', titles.sell_through_rate, (row) => row),
];

/** Columns of the figures over time. */
const trendColumns = [column<TrendPeriod>('period', titles.period), ...figureColumns<TrendPeriod>()];

const rateColumns: Column<TrendPeriod>[] = [
  column('period', titles.period),
  rateColumn('sell_through_rate', titles.sell_through_rate, (period) => period),
  column('sold_lots', titles.sold_lots, count),
  column('lots', titles.lots, count),
];

/** Columns of groups by two fields. A year is a name, not a number. */
const groupColumns = (field: 'carat_band' | 'year') => [
  column<MarketGroup>('gem_type', titles.gem_type),
  column<MarketGroup>(field, titles[field], String, { value: (row) => String(row[field]) }),
  ...figureColumns<MarketGroup>(),
];
