// The suppressions of a team: addresses that receive no email, and the reasons.
import { removeSuppressions, suppressManually } from '../../../audience/suppressions/actions.ts'
import { isErasedAddress, type Suppression } from '../../../audience/suppressions/rules.ts'
import { findSuppression, listSuppressions } from '../../../audience/suppressions/store.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { searchedAddress } from '../../../mail/emails/search/rules.ts'
import { type DashboardPage, page } from '../page.ts'
import { FormFault, requireFound } from '../problems.ts'
import { tag } from '../ui/facts.ts'
import { EMAIL, field } from '../ui/fields.ts'
import { confirmForm, panelForm, searchForm } from '../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../ui/reader.ts'
import {
  emptyText as emptyWords,
  filterLinks,
  findPage,
  type ListColumn,
  type ListPage,
  listPage,
} from '../ui/table.ts'
import { timeAgo } from '../ui/time.ts'
import { formText } from '../ui/form-values.ts'
import { personPath } from './people/view.ts'

/** The reasons for suppressions, in the order of the filter. */
const ORIGINS = ['bounce', 'complaint', 'manual'] as const satisfies readonly Suppression['origin'][]
const ADDRESS_MAX = 320

const REASONS: Record<Suppression['origin'], Html> = {
  bounce: tag('Permanent bounce', 'bad'),
  complaint: tag('Spam complaint', 'bad'),
  manual: tag('Added manually'),
}

const DONE = {
  added: 'Address suppressed.',
  lifted: 'Suppression removed. New emails to this address are sent again.',
}

const suppressionList = page('GET /suppressions', 'member', async ({ tx, team_id, visitor, query }) => {
  const words = query.get('q')?.trim().slice(0, ADDRESS_MAX) || undefined
  const origin = ORIGINS.find(each => each === query.get('origin'))
  const rows =
    words === undefined
      ? await findPage(query, asked => listSuppressions(tx, team_id, { ...asked, ...(origin && { origin }) }))
      : asPage(await findSuppression(tx, team_id, words))
  const body = (): Html =>
    html`<h1>Suppressions</h1>
      <p class="lead">
        <bdi>${visitor.team.name}</bdi> sends no email to these addresses. An address is added automatically when an
        email to it bounces permanently or is reported as spam, because more email to it would harm your deliverability.
      </p>
      ${doneNote()}
      ${panelForm({
        title: 'Suppress address',
        path: '/suppressions/add',
        trouble: formOutcome().trouble,
        fields: field('Email address', { name: 'email', ...EMAIL, value: entered('email') }),
        label: 'Suppress address',
      })}
      ${searchForm({
        path: '/suppressions',
        name: 'q',
        title: 'Complete email address',
        length_max: ADDRESS_MAX,
        words,
        kept: {},
        all: { path: '/suppressions', title: 'All suppressions' },
      })}
      ${words === undefined && filterLinks('/suppressions', { name: 'origin', values: ORIGINS, current: origin })}
      ${listPage('/suppressions', rows, {
        columns: COLUMNS,
        empty: emptyText(rows, words, origin),
        label: 'Suppressions',
        kept: origin === undefined ? {} : { origin },
      })}`
  return { title: 'Suppressions', done: DONE, body }
})

const asPage = (found: Suppression | undefined): ListPage<Suppression> => ({
  rows: found ? [found] : [],
  has_more: false,
  place: {},
})

function emptyText(rows: ListPage<Suppression>, words: string | undefined, origin: string | undefined): Html | string {
  if (words !== undefined) {
    return html`This address is not suppressed.
      <a href="/people/${encodeURIComponent(words)}">View emails to this address</a>.`
  }
  if (origin !== undefined) return 'No suppressions for this reason.'
  return emptyWords(rows, 'No suppressions yet. Bounces and spam complaints appear here automatically.')
}

const COLUMNS: readonly ListColumn<Suppression>[] = [
  {
    title: 'Email address',
    cell: ({ email, words }) =>
      html`${isErasedAddress(email) ? 'Erased contact' : html`<a href="${personPath(email)}"><bdi>${email}</bdi></a>`}
      ${words !== null && html`<p class="soft"><bdi>${words}</bdi></p>`}`,
  },
  { title: 'Reason', cell: ({ origin }) => REASONS[origin] },
  {
    title: 'Email',
    cell: ({ source_id }) => source_id !== null && html`<a href="/emails/${source_id}">View email</a>`,
  },
  { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
  {
    title: 'Actions',
    kind: 'acts',
    cell: ({ id, email }) =>
      confirmForm({
        path: `/suppressions/${id}/lift`,
        label: 'Remove suppression',
        about: isErasedAddress(email) ? 'erased contact' : email,
        question: 'New emails to this address are sent again. If one bounces, the address is suppressed again.',
      }),
  },
]

export const suppressionPages: DashboardPage[] = [
  suppressionList,

  page(
    'POST /suppressions/add',
    'member',
    async visit => {
      const email = formText(visit.form, 'email')
      if (searchedAddress(email) === undefined || email.endsWith('>'))
        throw new FormFault('“Email address” must be one address, such as name@example.com.')
      await suppressManually(visit, email)
      return { location: '/suppressions?done=added' }
    },
    { refused: suppressionList },
  ),

  page('POST /suppressions/:id/lift', 'member', async visit => {
    const suppression = requireFound(await findSuppression(visit.tx, visit.team_id, visit.params.id), 'suppression')
    await removeSuppressions(visit, [suppression])
    return { location: '/suppressions?done=lifted' }
  }),
]
