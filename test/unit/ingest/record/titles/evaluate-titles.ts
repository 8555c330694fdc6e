import { readTitle } from '../../../../../ingest/record/titles/read-title.ts';
import { type LabelledTitle, labelledTitles } from './labelled-titles.ts';
import { floors, scoredFields, scoreTitles } from './score-titles.ts';

/**
 * Prints how well titles are read, and every error: `npm run eval:titles`. With --development nothing of the held-out
 * titles but their number: whoever changes rules looks at the others only.
 */
const developing = process.argv.includes('--development');
const titles = labelledTitles();
const development = titles.filter(({ heldOut }) => !heldOut);
const heldOut = titles.filter((title) => title.heldOut);

printErrors(development);
if (!developing) printErrors(heldOut);
printScores('development titles', development);
if (developing) console.log(`\n${heldOut.length} held-out titles are not looked at`);
else printScores('held-out titles', heldOut);

function printErrors(part: readonly LabelledTitle[]): void {
  for (const { title, style, heldOut, ...label } of part) {
    const reading = readTitle(title);
    const wrong = scoredFields.filter((field) => label[field] !== reading[field]);
    if (wrong.length === 0) continue;
    console.log(`${heldOut ? 'held-out' : 'development'} ${style}: ${title}`);
    for (const field of wrong) console.log(`  ${field}: read ${reading[field]}, labelled ${label[field]}`);
  }
}

function printScores(name: string, part: readonly LabelledTitle[]): void {
  console.log(`\n${part.length} ${name}`);
  console.log('field        labelled  read  right  precision  floor  recall  floor');
  const scores = scoreTitles(part);
  for (const field of scoredFields) {
    const { labelled, read, right, precision, recall } = scores[field];
    const floor = floors[field];
    const counts = [String(labelled).padStart(8), String(read).padStart(5), String(right).padStart(6)];
    const shares = [precision, floor.precision, recall, floor.recall].map((share) => share.toFixed(3));
    console.log(`${field.padEnd(12)} ${counts.join(' ')}  ${shares.join('      ')}`);
  }
  const styles = [...new Set(part.map(({ style }) => style))];
  const right = ({ title, style: _, heldOut: __, ...label }: LabelledTitle) => {
    const reading = readTitle(title);
    return scoredFields.every((field) => label[field] === reading[field]);
  };
  for (const style of styles) {
    const own = part.filter((title) => title.style === style);
    console.log(`${style.padEnd(12)} ${own.filter(right).length} of ${own.length} without any error`);
  }
}
