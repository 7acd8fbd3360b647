// Properties draw the same values in every run: what fails here failed for who changed the code, not for who came next.
// Others are drawn by `npm run faults`, which says the seed of what failed; `SEED=<it> npx vitest run <file>` is that again.
import * as fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED ?? 2026) })
