// Loads packages that most starts and requests do not need, at first use (docs/decisions/start.md). Asynchronous code
// uses `import()` instead; this is for code that cannot await it, such as a unit of work.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A package by its name, as `import` would find it; the first call loads it, which takes 5 to 40 ms. */
export function lazy<Package extends object>(name: string): () => Package {
  return once(() => require(name) as Package)
}

/** Creates a value at the first call. */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
