import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { dateReader, isoFormats } from '../../record/profile/read-date.ts';
import { escapeRegExp } from '../../record/profile/read-number.ts';
import { statusIn, statusNamed } from '../../record/sale-status-words.ts';
import type { Evidence, Matched } from './column-evidence.ts';
import { type Findings, fieldAnswer } from './findings.ts';
import { remark } from './rank-titles.ts';

/** Drafts the fields of the sale status; none if no column has one, and the lots were offered at an auction. */
export function draftStatus(
  all: readonly Evidence[],
  matched: Matched,
  findings: Findings,
): Record<string, unknown> {
  const { sale_status: status, amount } = matched.fields;
  for (const { column, isConstant, name } of all.filter(isFlag)) {
    if (isConstant && flagStatus(name)) {
      findings.suppose(`"${column.column}" is not the sale status, since all rows have the same`, { column });
    }
  }
  if (status && isFlag(status) && flagStatus(status.name)) {
    const withdrawn = all.find(
      (one) => one !== status && statusRank(one) > 0 && isFlag(one) && flagStatus(one.name) === 'withdrawn',
    );
    if (!withdrawn) return { sale_status: { column: status.column.column, map: flagMap(status) } };
    const isSold = Object.entries(flagMap(status)).map(([text, one]) => [text, one && one === 'sold']);
    return {
      is_sold: { column: status.column.column, map: Object.fromEntries(isSold) },
      sale_status: { column: withdrawn.column.column, map: flagMap(withdrawn) },
    };
  }
  if (status) return wordSource(status, findings);
  // "Sold Mar 12, 2023": offers have no day of a sale.
  const isSold = (text: string) => statusIn(text) === 'sold';
  const saysSold = all.some(({ column }) => column.filled > 0 && column.sample.every(isSold));
  if (!saysSold && (looksLikeListings(all, matched) || isRunning(matched))) {
    findings.suppose('these are offers or running bids, not auction results (fields.sale_status)');
    return { sale_status: { value: 'listing' } };
  }
  if (amount) {
    findings.suppose('a lot with a price was sold, since no column says so (fields.sale_status)', {
      column: amount.column,
    });
  }
  return {};
}

/**
 * How well a column fits the sale status, by its values: words of a status, else yes and no under a name such as "Sold",
 * else codes under a name such as "Status". 2 for remarks of which a few are a status. 0 if it says nothing.
 */
export function statusRank(evidence: Evidence): 0 | 1 | 2 | 3 | 4 {
  const { name, column, isConstant } = evidence;
  const { sample, distinct } = column;
  if ((otherStatus.test(name) && !flagStatus(name)) || distinct === 0) return 0;
  const isRemark = remark.test(name);
  const known = sample.filter(isRemark ? isPlainStatus : wordStatus).length;
  if (isRemark && evidence.namesGem < 0.5 && known > 0 && known < sample.length * prevailing) return 2;
  if (sample.some((text) => text.length > maxLength)) return 0;
  const isCoded = !isConstant && (codesName.test(name) || flagStatus(name) !== undefined);
  if (isFlag(evidence)) {
    const says = isConstant ? undefined : flagStatus(name);
    // "Result hidden: yes" is not a result.
    if (says === undefined) {
      // What "Available: no" means is asked.
      if (!isConstant && statusNamed(name) === 'listing') return 1;
      return isCoded && codesName.test(name.split(' ').at(-1)!) ? 1 : 0;
    }
    if (says === 'withdrawn') return 1;
    return isNegation(name) || says === 'sold' ? 3 : 2;
  }
  const areCodes = sample.length - known <= maxCodes && !sample.some((text) => /\d{2}|\p{Sc}/u.test(text));
  if (known >= sample.length * prevailing && statusName.test(name)) return 4;
  if (known > 1 && known === sample.length && sample.every(statusNamed)) return 2;
  if (!areCodes || !(isCoded || (known > 0 && statusName.test(name)))) return 0;
  return known > 0 ? 4 : 1;
}

/** Share of the values with a status from which the others are taken for one too. */
const prevailing = 0.6;

/** A longer text is not a status, and more words without a known status are not codes. */
const maxLength = 60;
const maxCodes = 12;

/** Names of columns that may have codes of a status, and of those that may have its words beside other texts. */
const codesName = /\b(\w*status|st|outcome|results?|statut|resultat|ergebnis|esito|risultato|resultado)\b/;
const statusName = new RegExp(
  `${codesName.source}|\\b(sold|unsold|vendue?|verkauft|vendut[oa]|vendid[oa]|reserve|availability|verfugbarkeit|disponib\\w+|etat|stand|stato|estado)\\b|${remark.source}`,
);
const otherStatus =
  /\b(certif\w*|reports?|lab|treat\w*|heat\w*|oil\w*|pay\w*|paid|ship\w*|deliver\w*|order|condition|publi\w*|sold (?:out|to|by)|price|prix|preis|prezzo|precio|title|description)\b/;

/** A remark that is a status and nothing else; "Passed" and "Unknown" may be about anything. */
function isPlainStatus(text: string): boolean {
  const status = statusNamed(text);
  return (
    status !== undefined && status !== 'unknown' && status !== 'listing' && !/^(pass(ed)?|met)$/i.test(text)
  );
}

/** Words of a status; a text with a number says more than a status. */
const wordStatus = (text: string) => (/\d/.test(text) ? undefined : statusIn(text));

const yes = ['true', 'yes', 'y', 'oui', 'ja', 'si', 'vrai', 'wahr', 'vero', 'verdadero', '1'];
const no = ['false', 'no', 'n', 'non', 'nein', 'faux', 'falsch', 'falso', '0'];
export const isYes = (text: string) => yes.includes(fold(text));
export const isNo = (text: string) => no.includes(fold(text));

/** Whether the values are yes and no, or words of a status beside them. */
function isFlag({ column: { sample } }: Evidence): boolean {
  const isEither = (text: string) => isYes(text) || isNo(text);
  return sample.some(isEither) && sample.every((text) => isEither(text) || statusNamed(text) !== undefined);
}

/** The status that "yes" means in a column whose name says no more than a status: "Sold", "is_withdrawn", "Not sold?" */
function flagStatus(name: string): string | undefined {
  const bare = name
    .replace(
      /\b(is|was|were|has|been|lot|lots|item|flag|y n|yes no|ist|wurde|est|a ete|stato|(prix de )?reserve( price)?|limit|mindestpreis|riserva|reserva)\b/g,
      ' ',
    )
    .trim();
  const says = statusNamed(bare) ?? statusNamed(name);
  return says === 'listing' || says === 'unknown' ? undefined : says;
}

const isNegation = (name: string) =>
  /\b(unsold|(not?|non|nicht) (sold|vend\w+|aggiud\w+|adju\w+|verkauft|zugeschlagen)|invend\w+|unverkauft)\b/.test(
    name,
  );

/** What yes and no mean. A lot that was not passed or withdrawn may have any other status. */
function flagMap({ name, column: { sample } }: Evidence): Record<string, string | null> {
  const says = flagStatus(name) ?? null;
  const opposite = says === 'sold' ? 'unsold' : isNegation(name) ? 'sold' : null;
  const flags = sample.filter((text) => isYes(text) || isNo(text));
  return Object.fromEntries(flags.map((text) => [text, isYes(text) ? says : opposite]));
}

/** The source of words; asks about those without a known status. */
function wordSource(evidence: Evidence, findings: Findings): Record<string, unknown> {
  const { column } = evidence;
  const { column: name, sample } = column;
  if (remark.test(evidence.name) && statusRank(evidence) === 2) {
    const values = sample.filter(isPlainStatus);
    findings.suppose(`of the remarks in "${name}" these are the sale status`, { column, values });
    return { sale_status: { column: name, extract: `^(?<status>${values.map(escapeRegExp).join('|')})$` } };
  }
  const unknown = sample.filter((text) => wordStatus(text) === undefined);
  if (unknown.length === 0) return { sale_status: name };
  const listed = unknown.map((text) => `"${text}" (${column.rowsOf([text])})`).join(', ');
  const answer = (means: string, status: string | null) => {
    const map = Object.fromEntries(unknown.map((text) => [text, status]));
    return fieldAnswer('sale_status', { column: name, map }, means);
  };
  findings.ask(
    'status',
    `What do these mean in "${name}": ${listed}? Choose one answer, and change the status of single words in it.`,
    [
      answer('not sold', 'unsold'),
      answer('withdrawn', 'withdrawn'),
      answer('sold', 'sold'),
      answer('no status: a lot with a price was sold', null),
    ],
    { values: [], rows: column.rowsOf(unknown) },
  );
  return {};
}

/** Whether the price is one of the moment, such as a current bid, and not all days are past. */
function isRunning({ fields: { amount, auction_date: date } }: Matched): boolean {
  const isNow = runningName.test(amount?.name ?? '');
  if (!date || !isNow) return isNow;
  const { order, formats, serial = 'ISO' } = date.dates;
  const read = dateReader([...(order?.formats[0]?.[1] ?? formats), serial, ...isoFormats]);
  return date.column.sample.some((text) => (read(text)?.day ?? '') >= new Date().toISOString().slice(0, 10));
}
const runningName = /\b(current|running|actuel\w*|aktuell\w*|attuale|(puja|precio) actual)\b/;

/** Whether the columns look like those of a shop instead of an auction. */
function looksLikeListings(all: readonly Evidence[], { fields }: Matched): boolean {
  if (fields.auction_house || fields.sale || fields.lot_number) return false;
  return all.some(
    ({ name, column }) =>
      column.filled > 0 &&
      /\b(asking|demandee?|angebot\w*|richiest[oa]|pedido|list price|pvp|tarif\w*|offer\w*|for sale|sku|stock|seller|shop|dealer|vendor|collected at|verkaufer|vendeur|venditore|listing)\b/.test(
        name,
      ),
  );
}
