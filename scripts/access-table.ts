// The table of permissions in docs/team.md, generated from the access rules of the pages.
import { accessTable } from '../src/interfaces/dashboard/access.ts'

const BEGIN = '<!-- generated from src/interfaces/dashboard/routes.ts by `npm run generate` -->\n'
const END = '<!-- end of the access table -->\n'

/** The same text with the current table. Call it after the contract was written, which the pages read. */
export async function withAccessTable(guide: string): Promise<string> {
  const { AREAS } = await import('../src/interfaces/dashboard/routes.ts')
  const [begin, end] = [guide.indexOf(BEGIN), guide.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error('docs/team.md has no markers around its table')
  return `${guide.slice(0, begin)}${BEGIN}\n${accessTable(AREAS)}\n\n${guide.slice(end)}`
}
