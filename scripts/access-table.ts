// The table of permissions in docs/team.md, generated from src/interfaces/dashboard/access.ts.
import { accessTable } from '../src/interfaces/dashboard/access.ts'

const BEGIN = '<!-- made of src/interfaces/dashboard/access.ts by `npm run generate` -->\n'
const END = '<!-- end of who may what -->\n'

/** The same text with the current table. */
export function withAccessTable(guide: string): string {
  const [begin, end] = [guide.indexOf(BEGIN), guide.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('docs/team.md has no markers around its table')
  return `${guide.slice(0, begin)}${BEGIN}\n${accessTable()}\n\n${guide.slice(end)}`
}
