/** The package has types, but its `exports` hide them. */
declare module 'cephes' {
  const cephes: {
    /** Resolves when the functions can be called. */
    compiled: Promise<void>;
    /** Quantile p of the beta distribution with parameters a and b. */
    incbi(a: number, b: number, p: number): number;
    /** Quantile p of the standard normal distribution. */
    ndtri(p: number): number;
  };
  export default cephes;
}
