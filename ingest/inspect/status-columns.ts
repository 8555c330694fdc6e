import { fold, listed } from '../../mappings/vocabulary/vocabulary.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import { statusIn, statusNamed } from '../record/sale-status-words.ts';
import { type Column, type Proposal, plainSource } from './proposal.ts';
import { type Answer, fieldAnswer } from './question.ts';

/** What the file says about what became of the lots. */
export interface StatusReading {
  fields: Record<string, unknown>;
  /** Whether a column says it, or a question that is asked. */
  isSaid: boolean;
  /** The column, and its values that mean sold, where they can be told. */
  sold?: { column: string; words: string[] };
}

/** More values without a known status are not words of one. */
const maxUnknown = 6;

const flags = (words: string) => new Set(listed(words).map(fold));
const yes = flags('true; yes; y; oui; ja; si; sim; tak; 1; vrai; wahr; vero; x; 是');
const no = flags('false; no; n; non; nein; nao; nie; nee; nej; 0; faux; falsch; falso; 否');
const isFlag = ({ sample, distinct }: Column) =>
  distinct > 1 && sample.every((text) => yes.has(fold(text)) || no.has(fold(text)) || usualNulls.test(text));

/** Finds the status in words of a column; asks about words that it does not know, and about columns of yes and no. */
export function statusOf(proposal: Proposal): StatusReading {
  const { named, ask } = proposal;
  const [worded] = named('sale_status', 'sold').filter(
    ({ sample }) => sample.some(isWord) && unknownIn(sample).length <= maxUnknown,
  );
  if (worded) return wordedStatus(worded, proposal);
  const flag = named('sold', 'unsold').find(isFlag);
  if (!flag) return { fields: {}, isSaid: false };
  const { column, meaning } = flag;
  const values = flag.sample.filter((text) => !usualNulls.test(text));
  const words = values.filter((text) => yes.has(fold(text)) === (meaning === 'sold'));
  // A reserve is met, or there is none, also where nobody bid.
  const [bid] = named('bid');
  const where = bid && { where: [{ column: bid.column, patterns: ['[1-9]'] }] };
  const answer = (means: string, other: string) =>
    fieldAnswer(
      'sale_status',
      {
        column,
        ...where,
        map: Object.fromEntries(values.map((text) => [text, words.includes(text) ? 'sold' : other])),
        default: other,
      },
      `${words.join(', ')}${bid ? ' and a bid' : ''}: sold; ${means}`,
    );
  ask(
    'status',
    `What does "${column}" say of the lots?`,
    [
      answer('the others, also those without a value, were offered at an auction and not sold', 'unsold'),
      answer('the others, also those without a value, are still for sale', 'listing'),
      answer('what became of the others is not known', 'unknown'),
      fieldAnswer('sale_status', { value: 'listing' }, 'nothing: all are offers'),
      fieldAnswer('sale_status', { value: 'unknown' }, 'none of these: what became of the lots is not known'),
    ],
    [flag],
  );
  return { fields: {}, isSaid: true, sold: { column, words } };
}

/** Whether a text says a status. "Sold" among other words may be denied in a language that is not known here. */
const isWord = (text: string) =>
  !/\d{3}/.test(text) &&
  statusIn(text) !== undefined &&
  (statusIn(text) !== 'sold' || statusNamed(text) === 'sold');

const unknownIn = (sample: readonly string[]) =>
  sample.filter((text) => !isWord(text) && !usualNulls.test(text));

function wordedStatus(one: Column, { ask }: Proposal): StatusReading {
  const { column, sample } = one;
  const unknown = unknownIn(sample);
  for (const text of unknown) {
    const answer = (status: string | null, means: string) =>
      fieldAnswer('sale_status', { map: { [text]: status } }, means);
    const answers: Answer[] = [
      ...['sold', 'unsold', 'withdrawn'].map((status) => answer(status, status)),
      answer('listing', 'still for sale'),
      answer(null, 'over: sold if there is a price, else not known'),
      answer('unknown', 'none of these: not known'),
    ];
    ask('status', `What does "${text}" mean in "${column}"?`, answers);
  }
  const source = plainSource(one, (text) => usualNulls.test(text) && statusIn(text) === undefined);
  const isPlain = unknown.length === 0 || typeof source === 'object';
  const words = sample.filter((text) => statusIn(text) === 'sold');
  return { fields: { sale_status: isPlain ? source : { column } }, isSaid: true, sold: { column, words } };
}
