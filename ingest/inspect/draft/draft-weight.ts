import { gemTypes } from '../../../mappings/vocabulary/index.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { caratsOfUnit, numberAndUnit } from '../../record/profile/read-weight.ts';
import { readTitle } from '../../record/titles/read-title.ts';
import type { Evidence, Matched } from './column-evidence.ts';
import { type Answer, type Findings, fieldAnswer, shortSource } from './findings.ts';
import { guessNumbers } from './guess-numbers.ts';

const maxTitles = 100;
const finenesses = /^(8|9|10|14|18|2[0-4]|333|375|585|750|9\d\d)$/;

function isFinenessText(text: string): boolean {
  const { number = text, unit = '' } = numberAndUnit(text) ?? {};
  return finenesses.test(number) && /^(k|kt|ct|kara?ts?|carats?)?$/.test(unit);
}

/** Carats of units that mean several, with what they mean. */
const ambiguous: Record<string, [carats: number, means: string][]> = {
  ratti: [
    [0.9112, 'of gem dealers, 182 mg'],
    [0.6075, 'of goldsmiths, 121.5 mg'],
  ],
  gr: [
    [5, 'grams'],
    [0.25, 'pearl grains'],
  ],
};

/** Drafts the source of the weight in carats; undefined if no column has it, or a question decides. */
export function draftWeight({ fields: { carat, gem_type }, titles }: Matched, findings: Findings): unknown {
  if (!carat) return undefined;
  const { column, name } = carat;
  // A second line of a table may have the units.
  const unitsBelow = column.sample.filter((text) => caratsOfUnit(fold(text)) !== undefined);
  const [units, inName] = [unitsOf(carat), unitInName([name, ...unitsBelow.map(fold)].join(' '))];
  const most = [...units].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0] as const)[0];
  const stones = (titles[0] ?? gem_type)?.column.sample.slice(0, maxTitles).map(readTitle) ?? [];
  const familyOf = (text = '') => gemTypes.term(text)?.family;
  const own = name.split(' ').map(familyOf).find(Boolean);
  if (own && stones.some((stone) => familyOf(stone.gem_type) !== own)) {
    findings.suppose(`"${column.column}" is not the weight of the main stones, and left out`, carat);
    return undefined;
  }
  const ofPieces = stones.some(({ object_type: type }) => type !== undefined && type !== 'loose_stone');
  const unclear = [most, inName].find((unit) => unit in ambiguous);
  if (unclear && !ofPieces) return askForUnit(carat, unclear, findings);
  if (most !== '' && caratsOfUnit(most) === undefined) {
    findings.suppose(`"${column.column}" is not the weight of a stone`, carat);
    return undefined;
  }
  const ofBare = caratsOfUnit(inName);
  const stated = [...units.keys()].flatMap((unit) => caratsOfUnit(unit) ?? []);
  const extras = ofBare === undefined || ofBare === 1 ? {} : { carats_per_unit: ofBare };
  if (isMass(ofBare) || stated.some(isMass)) {
    if (!ofPieces) {
      findings.suppose(`"${column.column}" is the weight of the stones; a gram is 5 carats`, carat);
      return sourceOf(carat, extras);
    }
    const grams = column.sample.filter((text) => isMass(caratsOfUnit(numberAndUnit(text)?.unit ?? inName)));
    findings.suppose(`grams in "${column.column}" are the weight of whole pieces, and left out`, {
      column,
      values: grams,
    });
    if (isMass(ofBare)) return undefined;
    const withoutGrams = { null_patterns: [gramsAtEnd] };
    if (stated.includes(1)) return sourceOf(carat, withoutGrams);
    return units.has('') ? askForCarats(carat, false, findings, withoutGrams) : undefined;
  }
  const isFineness = ofPieces && column.sample.every(isFinenessText);
  const isClear = !units.has('') || ofBare !== undefined || agree(column.sample, stones);
  if (isClear && !isFineness) return sourceOf(carat, extras);
  if (!isFineness && stated.length > 0 && stated.every((carats) => carats === 1)) {
    findings.suppose(`numbers without a unit in "${column.column}" are carats`, carat);
    return sourceOf(carat);
  }
  return askForCarats(carat, isFineness, findings);
}

function askForCarats(
  carat: Evidence,
  isFineness: boolean,
  findings: Findings,
  extras: object = {},
): undefined {
  const name = carat.column.column;
  const ask = isFineness
    ? `Is "${name}" the weight of stones in carats, or the fineness of gold?`
    : `Is "${name}" in carats? Neither its name nor its values say so.`;
  const inGrams = answer(sourceOf(carat, { ...extras, carats_per_unit: 5 }), 'in grams, of the stones alone');
  const answers = [answer(sourceOf(carat, extras), 'in carats'), ...(isFineness ? [] : [inGrams]), leaveOut];
  findings.ask('weight', ask, answers, carat);
}

const isMass = (carats: number | undefined) => carats !== undefined && carats !== 1 && carats !== 0.01;
const gramsAtEnd = '[0-9]\\s*[km]?g(r|m|ms|ram.*)?\\.?$';

function sourceOf({ column }: Evidence, extras: object = {}): unknown {
  const { format } = guessNumbers(column.sample.map((text) => numberAndUnit(text)?.number ?? text));
  const hasFormat = Object.keys(format).length > 0;
  return shortSource({ column: column.column, ...(hasFormat && { numbers: format }), ...extras });
}

const answer = (source: unknown, means: string) => fieldAnswer('carat', source, means);
const leaveOut: Answer = { means: 'leave it out', set: {} };

function askForUnit(carat: Evidence, unit: string, findings: Findings): undefined {
  const { column, numbers } = carat;
  const format = { ...numbers.format, units: [unit] };
  const answers = ambiguous[unit]!.map(([carats, means]) =>
    answer({ column: column.column, numbers: format, carats_per_unit: carats }, means),
  );
  const ask = `What does "${unit}" mean in "${column.column}"?`;
  findings.ask('weight', ask, [...answers, leaveOut], carat);
}

/** Units of a column with the number of their values; '' for none. */
function unitsOf({ column }: Evidence): Map<string, number> {
  const units = new Map<string, number>();
  for (const text of column.sample) {
    const unit = numberAndUnit(text)?.unit;
    if (unit !== undefined) units.set(unit, (units.get(unit) ?? 0) + 1);
  }
  return units;
}

/** The unit in the name of a column: "Weight (g)", "carat_weight"; '' for none. */
function unitInName(name: string): string {
  return name.split(' ').find((word) => caratsOfUnit(word) !== undefined || word in ambiguous) ?? '';
}

/** Whether the titles give the same weights in carats. */
function agree(values: readonly string[], titles: readonly { carat?: number }[]): boolean {
  const weights = titles.flatMap(({ carat }) => carat ?? []);
  const same = weights.filter((carat) => values.some((text) => Number(text.replace(',', '.')) === carat));
  return weights.length > 0 && same.length >= weights.length * 0.8;
}
