/**
 * Makes an answer at most once within `forMs`: whoever asks meanwhile gets the same one, a failure too, and those who ask
 * while it is made wait for it.
 */
export function rememberBriefly<Answer>(make: () => Promise<Answer>, forMs: number): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let until = 0;
  return () => {
    if (answer === undefined || performance.now() >= until) {
      const made = make();
      answer = made;
      until = Number.POSITIVE_INFINITY;
      const settled = () => {
        until = performance.now() + forMs;
      };
      made.then(settled, settled);
    }
    return answer;
  };
}
