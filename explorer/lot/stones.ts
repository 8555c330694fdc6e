import { fill, h, note } from '../page/element.ts';
import { emptyResult } from '../page/empty-result.ts';
import { change, count, decimal, listed, usd } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { Answer, AuctionRecord, Stone, StoneReturn } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { stonesUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { freshState, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotPageText } from './lot-text.ts';

const words = lotPageText.stone;

/** The stones that were offered again, or one of them, each as a line of its lots: two requests. */
export const createView = (): View =>
  createSection({
    name: 'stones',
    title: text.titles.stones,
    parts: (state) => [part([], stonesUrl(state), draw)],
  });

function draw({ data, meta, pagination }: Answer<Stone[]>, { state, replace }: Drawing): void {
  const total = pagination!.total_records;
  replace(
    h('p', { class: 'lead' }, words.lead),
    total === 0 && emptyResult(state, meta),
    ...data.flatMap((stone) => [
      h('h2', stone.appearances[0]!.lot.title),
      h('p', returnWords(stone.overall)),
      salesOf(stone, state),
    ]),
    total > data.length && note(words.first(count(data.length), count(total))),
    showRequest(stonesUrl(state)),
  );
}

/** The lots of the stone of a lot, with the changes of its price; null where no other sale of it is known. */
export function otherSales(lot: AuctionRecord, page: PageState, frame: Frame): HTMLElement | null {
  if (lot.stone_id === null) return null;
  const start = freshState(page);
  const filters = [...start.filters, ['stone_id', String(lot.stone_id)] as const];
  const all: PageState = { ...start, section: 'stones', filters };
  const section = h('section', { class: 'other-sales' }, skeleton(6));
  load<Stone[]>(stonesUrl(all)).then(
    ({ data: [stone] }) => {
      if (!frame.isCurrent() || !stone) return section.remove();
      const isFirst = stone.appearances[0]!.lot.id === lot.id;
      fill(
        section,
        h('h2', isFirst ? words.again : words.before),
        salesOf(stone, start),
        h('p', stateLink(all, words.page)),
      );
    },
    () => section.remove(),
  );
  return section;
}

/** The lots of a stone, each with its price, the change since the sale before, and how it is linked. */
const salesOf = ({ appearances }: Stone, page: PageState): HTMLElement =>
  h(
    'ol',
    { class: 'similar-list' },
    ...appearances.map(({ lot, since_earlier: since }) => {
      const price =
        lot.price_final_usd === null ? text.withoutPrice[lot.sale_status] : usd(lot.price_final_usd);
      const evidence = listed(lot.stone_evidence.map((one) => words.evidence[one]));
      return saleItem(
        lot,
        page,
        [price, returnWords(since)].filter(Boolean).join(': '),
        words.linked(evidence || words.decided),
      );
    }),
  );

/** The change of the price of a stone since an earlier sale, and that of the price index; empty where it is not known. */
function returnWords(since: StoneReturn | null): string {
  if (since?.change == null) return '';
  const { index_change: index, change_per_year: perYear } = since;
  return words.change(
    change(since.change),
    words.bases[since.price_basis],
    decimal(since.years),
    perYear === null ? '' : change(perYear),
    index ? `${change(index.relative_change)} (${text.range(change(index.low), change(index.high))})` : '',
  );
}
