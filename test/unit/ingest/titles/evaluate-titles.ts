import { readTitle } from '../../../../ingest/record/titles/read-title.ts';
import { labelledTitles } from './labelled-titles.ts';
import { scoredFields, scoreTitles } from './score-titles.ts';

/** Prints how well titles are read: `npm run eval:titles`. With --errors the mistakes on development titles too. */
const titles = labelledTitles();
for (const heldOut of [false, true]) {
  const part = titles.filter((title) => title.heldOut === heldOut);
  const scores = scoreTitles(part);
  console.log(`\n${part.length} ${heldOut ? 'held-out' : 'development'} titles`);
  console.log('field       labelled  read  right  precision  recall');
  for (const field of scoredFields) {
    const { labelled, read, right, precision, recall } = scores[field];
    const cells = [String(labelled).padStart(8), String(read).padStart(5), String(right).padStart(6)];
    console.log(
      `${field.padEnd(11)} ${cells.join(' ')}  ${precision.toFixed(4).padStart(9)}  ${recall.toFixed(4).padStart(6)}`,
    );
  }
}

// The held-out titles stay out of sight: their mistakes are counted, never shown.
if (process.argv.includes('--errors')) {
  for (const { title, heldOut, ...label } of titles.filter((title) => !title.heldOut)) {
    const reading = readTitle(title);
    const wrong = scoredFields.filter((field) => label[field] !== reading[field]);
    for (const field of wrong)
      console.log(`${title}\n  ${field}: ${reading[field]}, labelled ${label[field]}`);
  }
}
