// One search through all data of a team. An id, or the address of a contact, leads to its page.
import { type DashboardPage, openPage } from '../../page.ts'
import { TYPED_MAX } from '../emails/search.ts'
import { personPath } from '../people/view.ts'
import { findAll, findPathOfId, isContactAt } from './find.ts'
import { searchBody } from './view.ts'

export const searchPages: DashboardPage[] = [
  openPage('GET /search', 'member', async ({ asVisitor, query, parts: { database } }) => {
    const words = wordsIn(query)
    const unit = await asVisitor(async ({ team_id, now }) => ({ team_id, now }))
    if (words === '') return { title: 'Search', body: () => searchBody({ words, found: undefined }) }
    // outside of the transaction, which would block others
    return database.read(async tx => {
      const path = await findPathOfId({ tx, ...unit }, words)
      if (path !== undefined) return { location: path }
      if (await isContactAt({ tx, ...unit }, words)) return { location: personPath(words) }
      const found = await findAll({ tx, ...unit }, words)
      return { title: `Search: ${words}`, body: () => searchBody({ words, found }) }
    })
  }),
]

/** Without control characters, which PostgreSQL cannot store and no name contains. */
function wordsIn(query: URLSearchParams): string {
  return (query.get('q') ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TYPED_MAX)
}
