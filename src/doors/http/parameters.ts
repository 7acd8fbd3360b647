// How many parameters a form or a query may have. They are counted before anything is taken apart: each would become
// several objects.

export const PARAMETERS_MAX = 100

/** Whether a form or a query has more parameters than any real one. */
export function hasTooManyParameters(raw: string | Buffer): boolean {
  let separators = 0
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', at + 1)) {
    if (++separators >= PARAMETERS_MAX) return true
  }
  return false
}
