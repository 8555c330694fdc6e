import { type AnswerText, enAnswer } from './en-answer.ts';

/** The texts of the answer about a stone in the page's language. */
export const answerText: AnswerText = enAnswer;
