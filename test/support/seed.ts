// Uses a fixed seed, so that properties draw the same values in every run and a failure points to the current change.
// `npm run faults` uses other seeds and prints the seed of a failure; `SEED=<seed> npx vitest run <file>` repeats it.
import * as fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED ?? 2026) })
