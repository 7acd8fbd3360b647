// Cells of a CSV file that a spreadsheet would run as a formula (CSV injection). A contact could put a formula into their
// name to have it run by the team member who opens the file, so an apostrophe goes before it; an import removes it.

/** What formulas begin with, also in full width, and what some programs cut a cell at. Apostrophes and spaces may be before it. */
const FORMULA = /^(?:['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r\n])/

/** The cell as text that is no formula. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** What `harmlessCell` was given; all other text is as it is. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
