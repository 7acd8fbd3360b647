// Escapes cells of a CSV file that a spreadsheet would run as a formula (CSV injection). A contact could put a formula
// into their name, which would run for the team member who opens the file. Therefore an apostrophe precedes it; an
// import removes it.

/**
 * The prefixes of formulas, also in full width, and characters at which programs split a cell. They may follow
 * apostrophes.
 */
const FORMULA = /^(?:['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r\n])/

/** The cell as text that is not a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Undoes `escapeFormula`; all other text is returned unchanged. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
