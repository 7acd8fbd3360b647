// The search for an email, on the list of emails and on the mailbox.
import type { Html } from '../../../../base/html/html.ts'
import { searchForm } from '../../ui/forms.ts'
import { TYPED_MAX } from './search.ts'

export function searchBox(words?: string): Html {
  const title = 'Search by address, subject or ID'
  const all = { path: '/emails', title: 'All emails' }
  return searchForm({
    path: '/emails',
    name: 'q',
    title,
    length_max: TYPED_MAX,
    words,
    kept: {},
    all,
    button: 'Find',
    id: 'search',
  })
}
