// The suppressions of a team: lists and finds them, suppresses an address, and lifts a suppression.
import { liftSuppressions, suppressByHand } from '../../../../audience/suppressions/actions.ts'
import { findSuppression, listSuppressions } from '../../../../audience/suppressions/store.ts'
import type { Suppression } from '../../../../audience/suppressions/rules.ts'
import { searchedAddress } from '../../../../mail/emails/search/rules.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault, found } from '../../problems.ts'
import { findPage, type ListPage } from '../../ui/table.ts'
import { ADDRESS_MAX, ORIGINS, suppressionsBody } from './view.ts'

const DONE = {
  added: 'No mail goes to this address from now on.',
  lifted: 'Mail goes to this address again.',
}

const list = page('GET /suppressions', 'member', async ({ tx, team_id, visitor, query }) => {
  const words = query.get('q')?.trim().slice(0, ADDRESS_MAX) || undefined
  const origin = ORIGINS.find(each => each === query.get('origin'))
  const page =
    words === undefined
      ? await findPage(query, asked => listSuppressions(tx, team_id, { ...asked, ...(origin && { origin }) }))
      : onePage(await findSuppression(tx, team_id, words))
  return {
    title: 'Suppressions',
    done: DONE,
    body: outcome => suppressionsBody({ ...outcome, page, words, origin, visitor }),
  }
})

const onePage = (found: Suppression | undefined): ListPage<Suppression> => ({
  rows: found ? [found] : [],
  has_more: false,
  place: {},
})

export const suppressionPages: DashboardPage[] = [
  list,

  page(
    'POST /suppressions/add',
    'member',
    async visit => {
      const email = (visit.form.get('email') ?? '').trim()
      if (searchedAddress(email) === undefined || email.endsWith('>'))
        throw new FormFault('Please give one address, such as name@example.com.')
      await suppressByHand(visit, email)
      return { location: '/suppressions?done=added' }
    },
    { refused: list },
  ),

  page('POST /suppressions/:id/lift', 'member', async visit => {
    const suppression = found(await findSuppression(visit.tx, visit.team_id, visit.params.id), 'suppression')
    await liftSuppressions(visit, [suppression])
    return { location: '/suppressions?done=lifted' }
  }),
]
