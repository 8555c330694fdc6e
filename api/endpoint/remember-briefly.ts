/**
 * Calls `make` at most once within `forMs`: calls in between get the same result or the same error, and calls
 * while it runs wait for it.
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
