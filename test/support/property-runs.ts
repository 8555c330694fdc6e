import fc from 'fast-check';

/**
 * How often a property is tried: 25 times in `npm test`, as often as PROPERTY_RUNS says in `npm run test:all`. Properties
 * name no number of their own, unless a run is expensive.
 */
fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS ?? 25) });
