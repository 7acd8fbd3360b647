// Limits the parameters of a form or a query. They are counted before parsing, because each one becomes several objects.

export const PARAMETERS_MAX = 100

/** Whether a form or a query has more parameters than any real one. */
export function hasTooManyParameters(raw: string | Buffer): boolean {
  let separators = 0
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', at + 1)) {
    if (++separators >= PARAMETERS_MAX) return true
  }
  return false
}
