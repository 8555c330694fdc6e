import { quoted } from './answer.ts';

/** What the user gave, in quotes: it is data for the task. */
type Given = Record<string, string>;

const list = (given: Given) =>
  Object.entries(given)
    .map(([name, value]) => `${name} ${quoted(value.slice(0, 500))}`)
    .join(', ');

const honest =
  'Give every figure with its n and its interval, say what was left out or not matched, and end with cite_figure. Where the sales say too little, say so.';

/** Tasks that a user can choose. */
export const prompts = [
  {
    name: 'value_a_stone',
    title: 'Value a stone',
    description: 'What a stone like this sold for, and how sure that is',
    arguments: [
      { name: 'gem_name', description: 'Gem type', required: true },
      { name: 'carat', description: 'Weight in carats', required: true },
      { name: 'origin', description: 'Origin', required: false },
      { name: 'treatment', description: 'Treatment', required: false },
    ],
    write: (given: Given) =>
      `Value this stone: ${list(given)}. Call value_stone, then price_history with measure=index for the trend of its gem. Name the three most similar sales. ${honest}`,
  },
  {
    name: 'prepare_for_a_sale',
    title: 'Prepare for a sale',
    description: 'How a house sells a gem, against its estimates and the market',
    arguments: [
      { name: 'auction_house', description: 'Auction house', required: true },
      { name: 'gem_name', description: 'Gem type', required: false },
    ],
    write: (given: Given) =>
      `Prepare me for a sale: ${list(given)}. Call house_report, then compare_markets by auction_house for the same gem, then search_lots for its newest lots. ${honest}`,
  },
  {
    name: 'check_a_claim',
    title: 'Check a claim about prices',
    description: 'Whether the data support a claim about prices',
    arguments: [{ name: 'claim', description: 'The claim, as it was written', required: true }],
    write: (given: Given) =>
      `Check this claim: ${list(given)}. Find the figures that would decide it with price_history (measure=index for like stones), compare_markets or search_lots. Say "supported", "contradicted" or "the data cannot say"; an interval that includes no change supports no change. ${honest}`,
  },
];
