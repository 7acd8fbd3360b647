// The page with a team's suppressions: addresses that receive no email, and the reasons.
import { isErasedAddress, type Suppression } from '../../../../audience/suppressions/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { tag } from '../../ui/facts.ts'
import { EMAIL, field } from '../../ui/fields.ts'
import { confirmForm, panelForm, searchForm } from '../../ui/forms.ts'
import { type ListColumn, emptyWords, filterLinks, type ListPage, listPage } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'
import { personPath } from '../people/view.ts'

/** The reasons for suppressions, in the order of the filter. */
export const ORIGINS = ['bounce', 'complaint', 'manual'] as const satisfies readonly Suppression['origin'][]
export const ADDRESS_MAX = 320

const REASONS: Record<Suppression['origin'], Html> = {
  bounce: tag('Bounced for good', 'bad'),
  complaint: tag('Reported as spam', 'bad'),
  manual: tag('Added by the team'),
}

interface Shown extends FormOutcome {
  page: ListPage<Suppression>
  /** The searched address. */
  words: string | undefined
  origin: Suppression['origin'] | undefined
  visitor: Visitor
}

export function suppressionsBody({ page, words, origin, visitor, done, trouble, form }: Shown): Html {
  return html`<h1>Suppressions</h1>
    <p class="lead">
      Addresses that get no mail of <bdi>${visitor.team.name}</bdi>. One comes in by itself when mail to it bounces for
      good, or is reported as spam: more mail to it harms your other mail.
    </p>
    ${done}
    ${panelForm({
      title: 'Suppress an address',
      path: '/suppressions/add',
      trouble,
      fields: field('Email address', { name: 'email', ...EMAIL, value: form.get('email') }),
      label: 'Send nothing to it',
    })}
    ${searchForm({
      path: '/suppressions',
      name: 'q',
      title: 'Whole address',
      length_max: ADDRESS_MAX,
      words,
      kept: {},
      all: { path: '/suppressions', title: 'All suppressions' },
    })}
    ${words === undefined && filterLinks('/suppressions', { name: 'origin', values: ORIGINS, current: origin })}
    ${listPage('/suppressions', page, {
      columns: columnsOf(),
      empty: emptyOf({ page, words, origin }),
      label: 'Suppressions',
      kept: origin === undefined ? {} : { origin },
    })}`
}

function emptyOf({ page, words, origin }: Pick<Shown, 'page' | 'words' | 'origin'>): Html | string {
  if (words !== undefined) {
    return html`This address is not suppressed.
      <a href="/people/${encodeURIComponent(words)}">See what mail went there</a>.`
  }
  if (origin !== undefined) return 'None is suppressed for this reason.'
  return emptyWords(page, 'No address is suppressed. You need to do nothing: bounces and complaints come in here.')
}

function columnsOf(): ListColumn<Suppression>[] {
  return [
    {
      title: 'Address',
      cell: ({ email, words }) =>
        html`${isErasedAddress(email) ? 'An erased person' : html`<a href="${personPath(email)}"><bdi>${email}</bdi></a>`}
        ${words !== null && html`<p class="soft"><bdi>${words}</bdi></p>`}`,
    },
    { title: 'Why', cell: ({ origin }) => REASONS[origin] },
    {
      title: 'Email',
      cell: ({ source_id }) => source_id !== null && html`<a href="/emails/${source_id}">The one it was about</a>`,
    },
    { title: 'Since', cell: ({ created_at }) => ago(created_at) },
    {
      title: 'Change',
      kind: 'acts',
      cell: ({ id, email }) =>
        confirmForm({
          path: `/suppressions/${id}/lift`,
          label: 'Send to it again',
          about: isErasedAddress(email) ? 'an erased person' : email,
          question: 'Mail that is sent from now on goes there again. If it bounces again, it is suppressed again.',
        }),
    },
  ]
}
