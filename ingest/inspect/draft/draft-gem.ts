import { parse } from 'node:path';
import { gemTypes } from '../../../mappings/vocabulary/index.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { expandProfile } from '../../record/profile/expand-profile.ts';
import { columnsOf, type Profile } from '../../record/profile/profile.ts';
import { readTitle } from '../../record/titles/read-title.ts';
import { wordsApart } from '../column-statistics.ts';
import type { Evidence, Matched } from './column-evidence.ts';
import { isNo, isYes } from './draft-status.ts';
import { type Findings, fieldAnswer } from './findings.ts';

/** Share of the titles that must name a gem for the titles to give it. */
const naming = 0.05;

const clarity = /^(FL|IF|VVS ?[12]|VS ?[12]|SI ?[123]|I ?[123])$/i;
const color = /^[D-M]$/i;

/** Asks which gem a whole file is of if no column names a gem, and the titles do not either. */
export function askForGem(
  all: readonly Evidence[],
  { fields }: Matched,
  title: unknown,
  file: string,
  findings: Findings,
): void {
  if (fields.gem_type) return;
  const columns = columnsOf(expandProfile({ fields: title ? { title } : {} }) as Profile);
  const titles = all
    .filter(({ column }) => columns.includes(column.column))
    .flatMap(({ column }) => column.sample);
  const named = titles.filter((text) => gemIn(text) !== undefined).length;
  // Where shapes and colors make up the titles, "Brillant" names the gem of one row only.
  if (named > 0 && named >= titles.length * (fields.title ? naming : 1)) return;
  const graded = all.find(
    ({ column }) => column.distinct > 0 && column.sample.every((text) => clarity.test(text)),
  );
  const colored = all.find(
    ({ name, column }) => /\bcolou?r\b/.test(name) && column.sample.every((text) => color.test(text)),
  );
  const likely = [
    gemIn(parse(file).name),
    ...all.map(({ column }) => gemIn(column.column)),
    ...(graded || colored ? ['Diamond'] : []),
  ].filter((gem) => gem !== undefined);
  const gems =
    likely.length > 0 ? [...new Set(likely)].slice(0, 4) : ['Diamond', 'Ruby', 'Sapphire', 'Emerald'];
  findings.ask(
    'gem',
    'Which gem is the whole file of? No column names one. Any other name can be written in an answer.',
    gems.map((gem) => fieldAnswer('gem_type', { value: gem }, `every record is a ${gem}`)),
    graded ?? all.find(({ column }) => columns.includes(column.column)) ?? {},
  );
}

/** Folded words of stones that people made, and the name of a column that says of each stone whether it grew in nature. */
const made =
  /^(?!(?:not?|non|nicht|pas) )(?:.*\b(synth|sintetic|lab\w* ?(grown|created|made|diamond)|(labor)?gezuchtet|kunstlich(?! (gefarbt|bestrahlt|behandelt|erhitzt))|man made|artifici|(de|di|en|in) laborato|cvd\b)|lab(or\w*)?$)/;
const naturalName = /^(is )?(natural|naturel\w*|naturlich|naturale|echt|genuine|authenti\w*)$/;

/** Asks about a column beside that of the gem that says of some stones that people made them. */
export function askForMade(all: readonly Evidence[], { fields }: Matched, findings: Findings): void {
  for (const one of all) {
    const { column, name, namesGem, length } = one;
    if (one === fields.gem_type || one === fields.title || namesGem > 0 || length > 40) continue;
    const isFlag = column.sample.every((text) => isYes(text) || isNo(text));
    const saysMade = made.test(name) ? isYes : naturalName.test(name) ? isNo : () => false;
    const values = column.sample.filter(isFlag ? saysMade : (text) => made.test(fold(text)));
    if (values.length === 0) continue;
    const gem = fields.gem_type?.column.column;
    const isKind = (text: string) => gem !== undefined && gemTypes.canonical(`${text} Ruby`) !== undefined;
    const both = { columns: [column.column, gem], join: ' ' };
    const answers = [
      ...(column.sample.every(isKind) ? [fieldAnswer('gem_type', both, 'synthetic gems')] : []),
      { means: 'no lots: skip them', set: { except: [{ column: column.column, words: values }] } },
      { means: 'natural all the same', set: {} },
    ];
    const ask = `"${column.column}" says that people made these stones. What are they?`;
    findings.ask('gem', ask, answers, { column, values });
    return;
  }
}

const gemIn = (text: string) => readTitle(wordsApart(text).replace(/[-.]/g, ' ')).gem_type;
