import { fill, h, rowNote, titled } from '../page/element.ts';
import { carats, count, date } from '../page/format.ts';
import { lookAgain, skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { lotLink, priceCell, sampleMark } from '../search/lot-cells.ts';
import type { Answer, AuctionRecord, Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { newestLots, newestUrl, overviewUrl, stoneOptionsUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { emptyState, filtersFor, freshState, isRealOnly, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { createValueForm } from '../value/value-form.ts';
import { homeText } from './home-text.ts';

/** Questions that the page answers, and where. */
const questions: Record<keyof typeof homeText.questions.all, Partial<PageState>> = {
  rise: {
    view: 'prices',
    section: 'index',
    filters: filtersFor({ gem_name: 'Ruby', origin: 'Myanmar', date_from: '2005-01-01' }),
  },
  houses: { view: 'houses', filters: filtersFor({ gem_name: 'Sapphire' }) },
  record: { section: 'records', of: 'price', filters: filtersFor({ gem_name: 'Emerald' }) },
  weight: { view: 'prices', section: 'factors', filters: filtersFor({ gem_name: 'Diamond' }) },
  traits: {
    view: 'prices',
    section: 'factors',
    trait: 'treatment',
    filters: filtersFor({ gem_name: 'Sapphire' }),
  },
};

/** The home page: the form for a stone, the newest real sales, and questions that the page answers; three requests. */
export function createView(): View {
  const form = createValueForm();
  const { worth } = homeText;
  const newest = h('div', { class: 'newest-body' }, skeleton(newestLots));
  const all = h('p');
  const asked = h('ul');
  const element = h(
    'section',
    { class: 'home-view' },
    h('h1', { tabindex: -1 }, text.titles.home),
    h('p', { class: 'lead' }, homeText.lead),
    h(
      'div',
      { class: 'home-columns' },
      titled('worth', worth.title, h('p', { class: 'lead' }, worth.lead), form.element),
      titled('newest', homeText.newest.title, newest, all),
    ),
    titled('questions', homeText.questions.title, asked),
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    form.update(state);
    fill(all, stateLink(freshState(state), homeText.newest.all));
    const links = Object.entries(homeText.questions.all).map(([name, words]) =>
      h('li', stateLink(freshState(state, questions[name as keyof typeof questions]), words)),
    );
    fill(asked, ...links);
    const isReal = isRealOnly(state);
    load<AuctionRecord[]>(stoneOptionsUrl([], isReal)).then(
      ({ meta }) => frame.isCurrent() && form.offer(meta.facets),
      // The list below reports problems.
      () => undefined,
    );
    const tell = ({ meta: { synthetic_lots: others = 0 } }: Answer<Overview>) =>
      others > 0 && frame.isCurrent() && frame.samples(homeText.newest.samples(count(others)));
    if (!isReal) load<Overview>(overviewUrl([])).then(tell, () => undefined);
    const { data } = await load<AuctionRecord[]>(newestUrl);
    if (!frame.isCurrent()) return;
    fill(
      newest,
      data.length > 0
        ? h('ul', { class: 'newest-lots' }, ...data.map(row))
        : lookAgain(h('p', homeText.newest.none), 15),
    );
  }
}

function row(lot: AuctionRecord): HTMLElement {
  const facts = [
    date(lot.auction_date, lot.auction_date_precision),
    lot.auction_house,
    lot.carat && carats(lot.carat),
  ];
  return h(
    'li',
    h('div', lotLink(lot, emptyState), rowNote(facts.filter(Boolean).join(' · '), ' ', sampleMark(lot))),
    h('div', { class: 'newest-price' }, ...priceCell(lot)),
  );
}
