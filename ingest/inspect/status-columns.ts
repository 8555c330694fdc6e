import { usualNulls } from '../record/profile/read-source.ts';
import { statusIn, statusNamed } from '../record/sale-status-words.ts';
import { type Column, inField, type Proposal, sourceOf } from './proposal.ts';

/** What the file says about what became of the lots. */
export interface StatusReading {
  /** The source of the status: its words are known, or asked about. */
  source?: unknown;
  /** Whether lots may be sold by it. */
  maySell: boolean;
}

/** More values without a known status are not words of one. */
const maxUnknown = 6;

/** Whether a text says a status. "Sold" among other words may be denied in a language that is not known here. */
const isWord = (text: string) =>
  !/\d{3}/.test(text) &&
  statusIn(text) !== undefined &&
  (statusIn(text) !== 'sold' || statusNamed(text) === 'sold');

const unknownIn = ({ sample }: Column) => sample.filter((text) => !isWord(text) && !usualNulls.test(text));

/** Finds the column of the status; asks about words that are not known, such as "yes". */
export function statusOf({ named, ask, records }: Proposal): StatusReading {
  const found = named('sale_status', 'sold', 'unsold').find((one) => {
    const unknown = unknownIn(one);
    // A value in all rows says nothing of some of them, and numbers are prices or days.
    const mayBeWords = unknown.length > 1 && unknown.every((text) => !/\d\d/.test(text));
    return unknown.length <= maxUnknown && (one.sample.some(isWord) || mayBeWords);
  });
  if (!found) return { maySell: true };
  const { column, sample, values, filled } = found;
  const unknown = unknownIn(found);
  // Of yes and no, no value may mean either.
  const isOpen = unknown.length === values.length && filled < records;
  for (const text of unknown) {
    const meant = (status: string | null) => inField('sale_status', { map: { [text]: status } });
    ask('status', `What does "${text}" mean in "${column}"?`, {
      sold: meant('sold'),
      unsold: meant('unsold'),
      withdrawn: meant('withdrawn'),
      'still for sale': meant('listing'),
      ...(!isOpen && { 'over: sold if there is a price, else not known': meant(null) }),
      'none of these: not known': meant('unknown'),
    });
  }
  const maySell = unknown.length > 0 || sample.some((text) => statusIn(text) === 'sold');
  const source = sourceOf(found, (text) => usualNulls.test(text) && statusIn(text) === undefined);
  return { source: { ...source, ...(isOpen && { default: 'unknown' }) }, maySell };
}
