import { stringify } from 'yaml';
import type { Question } from './proposal.ts';
import type { ProposedProfile } from './propose-profile.ts';

/** The text of a proposed profile: the report and remarks as comments, the questions with their answers, then the profile. */
export function profileText(
  report: string,
  { profile, unused, questions, remarks }: ProposedProfile,
): string {
  const comments = [...report.split('\n'), ...remarks].map((line) =>
    line === '' ? '#' : `# ${line.replace(/[\r\n]+/g, ' ')}`,
  );
  return [
    ...comments,
    ...(questions.length > 0
      ? ['#', '# Remove the "#" before one answer of each question.', 'questions:']
      : []),
    ...questions.flatMap(linesOf),
    stringify({ ...profile, ...(unused.length > 0 && { ignore: unused }) }, { aliasDuplicateObjects: false }),
  ].join('\n');
}

function linesOf(question: Question): string[] {
  const flow = (value: unknown) =>
    stringify(value, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false }).trim();
  return [
    `  - about: ${question.about}`,
    `    ask: ${stringify(question.ask, { lineWidth: 0 }).trim()}`,
    ...Object.entries(question.answers).map(
      ([means, set]) => `    # answer: ${flow(set)}   # ${means.replace(/\s+/g, ' ')}`,
    ),
  ];
}
