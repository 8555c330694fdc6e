import { treatments } from '../../../mappings/vocabulary/index.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { expandProfile } from '../../record/profile/expand-profile.ts';
import { columnsOf, type Profile, titleFields } from '../../record/profile/profile.ts';
import { usualNulls } from '../../record/profile/read-source.ts';
import type { FileReport } from '../inspect-file.ts';
import { type Evidence, evidenceOf, type Matched } from './column-evidence.ts';
import { askForBanner, draftDate } from './draft-date.ts';
import { askForGem, askForMade } from './draft-gem.ts';
import { draftIdentity } from './draft-identity.ts';
import { draftBasis, draftPrice } from './draft-price.ts';
import { draftStatus, isNo, isYes } from './draft-status.ts';
import { draftTitle } from './draft-title.ts';
import { draftWeight } from './draft-weight.ts';
import { collectFindings, type Findings, type Question, type Supposition } from './findings.ts';
import { matchColumns } from './match-columns.ts';
import { isPriceName } from './price-columns.ts';

/** A drafted profile, and what the file does not prove. */
export interface Draft {
  profile: Record<string, unknown>;
  /** Columns without a field. */
  open: string[];
  /** The draft follows these. */
  suppositions: Supposition[];
  /** The draft leaves these out until a person answers. */
  questions: Question[];
}

/** Drafts a profile from the names and values of a file's columns. With its questions answered it can be used unedited. */
export function draftProfile(report: FileReport): Draft {
  const { columns, encoding, name, sheet, header_line, records_at } = report;
  const rows = Math.max(...columns.map(({ filled }) => filled), 0);
  const all = columns.map((column) => evidenceOf(column, rows));
  const matched = matchColumns(all);
  const findings = collectFindings();
  supposeWhole(report, matched, findings);
  const identity = draftIdentity(all, matched, name, findings);
  const title = draftTitle(all, matched, findings);
  askForGem(all, matched, title, name, findings);
  askForMade(all, matched, findings);
  const fields = {
    title,
    auction_date: draftDate(all, matched, findings),
    carat: draftWeight(matched, findings),
    ...Object.fromEntries(
      plainFields.map((field) => [field, matched.fields[field] && plainSource(field, matched.fields[field])]),
    ),
    ...draftStatus(all, matched, findings),
    price_basis: draftBasis(matched, findings),
  };
  if (!fields.auction_date) askForBanner(report.above ?? [], findings);
  const price = draftPrice(all, matched, findings);
  const profile = {
    description: 'Describe this source in one line',
    ...(encoding === 'windows-1252' && { encoding }),
    ...(sheet && sheet.others.length > 0 && { sheet: sheet.name }),
    ...(header_line !== undefined && { header_line }),
    ...(records_at !== undefined && { records: records_at }),
    identity,
    fields: Object.fromEntries(Object.entries(fields).filter(([, source]) => source !== undefined)),
    ...(price && { price }),
    titles: [...titleFields],
  };
  const used = columnsOf(expandProfile(profile) as Profile);
  const { suppositions, questions } = findings;
  return {
    profile,
    open: columns.map(({ column }) => column).filter((column) => !used.includes(column)),
    suppositions,
    questions,
  };
}

/** Says which part of the file is read. */
function supposeWhole(
  { header_line, above = [], records_at, unusable = [], records }: FileReport,
  { fields: { amount } }: Matched,
  findings: Findings,
): void {
  if (header_line !== undefined) {
    findings.suppose(`the header is line ${header_line}; the lines above it are not read`, {
      values: above,
      rows: above.length,
    });
  }
  if (records_at !== undefined) {
    findings.suppose(
      `the records are the elements of "${records_at}"; values beside them begin with "sale."`,
      { rows: records },
    );
  }
  if (unusable.length > 0) {
    findings.suppose('these columns have no name of their own, and are not read; rename them', {
      values: unusable,
    });
    const price = unusable.find(isPriceName);
    const ask = `Several columns are named "${price}". Rename those that are not the price, or leave them all out?`;
    if (price && !amount) findings.ask('price', ask, [{ means: 'leave the prices out', set: {} }]);
  }
}

/** Fields whose column is read as it is. */
const plainFields = [
  'gem_type',
  'origin',
  'treatment',
  'labs',
  'auction_house',
  'sale',
  'lot_number',
  'location',
  'url',
  'image_url',
];

function plainSource(field: string, { column, name: words }: Evidence): unknown {
  const name = column.column;
  // "Yes (old heat)"
  const answerIn = (text: string) => text.replace(/[(,;:–].*$/s, '');
  const isUnknown = (text: string) => usualNulls.test(text) && treatments.canonical(text) === undefined;
  const known = column.sample.filter((text) => !isUnknown(text)).map(answerIn);
  if (field === 'treatment' && known.length > 0 && known.every((text) => isYes(text) || isNo(text))) {
    const [treated, untreated] = /heat|chauff|erhitz|riscald/.test(words)
      ? ['Heated', 'No heat']
      : [null, 'Untreated'];
    const meaning = (text: string) => (isYes(text) ? treated : isNo(text) ? untreated : null);
    return {
      column: name,
      map: Object.fromEntries(column.sample.map((text) => [text, meaning(answerIn(text))])),
    };
  }
  const isNone = (text: string) =>
    isUnknown(text) || (field === 'labs' && (isYes(text) || isNo(text) || noReport.test(fold(text))));
  const nulls = ['labs', 'origin', 'treatment'].includes(field) ? column.sample.filter(isNone) : [];
  if (nulls.length > 0) return { column: name, null_words: ['n/a', '-', ...nulls] };
  if (field === 'lot_number' && column.sample.some((text) => /^[^\d]{2,}\d/.test(text))) {
    return { column: name, extract: '(?<number>[0-9]+[a-z]?)' };
  }
  return name;
}

/** Words that a column of reports has where there is none. */
const noReport =
  /^(none|no (cert\w*|reports?|lab)|uncertified|(ohne|sans|senza|sin|kein\w*|aucune?|nessun\w*|ningun\w*)( (cert|zert|rapport|gutachten|informe)\w*)?|pending|in house|self|own)$/;
