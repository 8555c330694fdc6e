import { stringify } from 'yaml';
import type { Draft } from './draft-profile.ts';
import { inOneLine, type Question } from './findings.ts';

/** The text of a draft file: remarks and suppositions as comments, the questions with their answers, then the profile. */
export function draftText(remarks: string, { profile, open, suppositions, questions }: Draft): string {
  const supposed = suppositions.map((one) => `- ${inOneLine(one.text, one)}`);
  const comments = [
    ...remarks.split('\n'),
    ...(supposed.length > 0 ? ['', 'Supposed; check with whoever knows the source:', ...supposed] : []),
  ].map((line) => (line === '' ? '#' : `# ${line.replace(/[\r\n]+/g, ' ')}`));
  return [
    ...comments,
    ...(questions.length > 0
      ? ['#', '# Remove the "#" before one answer of each question.', 'questions:']
      : []),
    ...questions.flatMap(linesOf),
    stringify({ ...profile, ...(open.length > 0 && { ignore: open }) }),
  ].join('\n');
}

function linesOf(question: Question): string[] {
  const asked = stringify(inOneLine(question.ask, question), { lineWidth: 0 }).trim();
  return [
    `  - about: ${question.about}`,
    `    ask: ${asked}`,
    ...question.answers.map(({ means, set }) => {
      const answer = stringify(set, { collectionStyle: 'flow', lineWidth: 0 }).trim();
      return `    # answer: ${answer}   # ${means.replace(/\s+/g, ' ')}`;
    }),
  ];
}
