// Personal data of a contact: exports it as a file, erases it, and shows the progress of an erasure.
import type { Schemas } from '../../../../../../generated/api.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { startErasure } from '../../../../../campaigns/privacy/erasure/actions.ts'
import { findErasure } from '../../../../../campaigns/privacy/erasure/store.ts'
import { erasureResponse } from '../../../../../campaigns/privacy/erasure/present.ts'
import {
  openPersonExport,
  PERSON_EXPORT_TYPE,
  personPieces,
  recordPersonExport,
} from '../../../../../campaigns/privacy/export/actions.ts'
import { streamPieces } from '../../../../http/pieces.ts'
import { type DashboardPage, openPage, page } from '../../../page.ts'
import { requireFound } from '../../../problems.ts'
import { facts, tag } from '../../../ui/facts.ts'
import { confirmForm } from '../../../ui/forms.ts'
import { formatNumber } from '../../../ui/reader.ts'
import { dateTime } from '../../../ui/time.ts'

/** Seconds after which a page about unfinished work is reloaded. */
const RELOAD_S = 2
const FILE_HEADERS = { 'Content-Disposition': 'attachment; filename="contact.json"' }

/** As in the API, every member of the team may use these pages. */
export const contactPrivacyPages: DashboardPage[] = [
  openPage(
    'GET /contacts/:id/export',
    'worker',
    async ({ asVisitor, ctx, params, parts }) => {
      const wanted = await asVisitor(async visit => {
        const opened = await openPersonExport(visit, params.id)
        await recordPersonExport(visit.tx, opened, visit.now)
        return opened
      })
      const { database, personal_lists } = parts
      const pieces = personPieces(read => database.read(read), wanted, personal_lists)
      const content = streamPieces(pieces, { response: ctx.res, team_id: wanted.team_id })
      return { type: PERSON_EXPORT_TYPE, headers: FILE_HEADERS, content }
    },
    { refused: 'Contact data cannot be downloaded', isRecorded: true },
  ),

  page(
    'POST /contacts/:id/erase',
    'member',
    async visit => {
      const { id } = await startErasure(visit, visit.params.id)
      return { location: `/contacts/erasures/${id}` }
    },
    { refused: 'Contact not erased' },
  ),

  page('GET /contacts/erasures/:id', 'member', async ({ tx, team_id, params }) => {
    const erasure = erasureResponse(requireFound(await findErasure(tx, team_id, params.id), 'erasure'))
    return {
      title: 'Contact erasure',
      body: () => erasureBody(erasure),
      ...(erasure.status === 'in_progress' && { refresh_s: RELOAD_S }),
    }
  }),
]

type Erasure = Schemas['ContactErasure']

/** The forms about the personal data of a contact, on its page. */
export function privacyPart({ id, email }: { id: string; email: string }): Html {
  return html`<h2>Personal data</h2>
    <p>
      Give this file to a person who asks which data you store about them. It contains everything on this page and more,
      and no data about other people.
    </p>
    <form method="get" action="/contacts/${id}/export">
      <button>Download data as JSON</button>
    </form>
    <p>
      Erase a contact who asks you to delete their data. This deletes the contact, its subscriptions and events, the
      emails to it, and its opens and clicks. Only totals remain. The address is blocked permanently: queued emails are
      not sent, and adding or importing the address again does not unblock it.
    </p>
    ${confirmForm({
      path: `/contacts/${id}/erase`,
      label: 'Erase contact',
      about: email,
      question: 'This cannot be undone. Download the data first if the person wants a copy.',
    })}`
}

const STATES: Record<Erasure['status'], { mark: Html; words: string }> = {
  in_progress: {
    mark: tag('In progress', 'wait'),
    words: 'The contact was deleted, and the remaining data is being erased. This page reloads automatically.',
  },
  waiting: {
    mark: tag('Waiting', 'wait'),
    words:
      'An email to the contact is still being sent to other recipients, who receive it unchanged. It is erased afterwards. All other data is already erased.',
  },
  completed: { mark: tag('Completed', 'good'), words: 'All data about the contact was erased.' },
}

/** The page of an erasure. It does not name the erased contact. */
export function erasureBody({ id, status, emails, created_at, completed_at }: Erasure): Html {
  const { mark, words } = STATES[status]
  return html`<p><a class="back" href="/contacts">Contacts</a></p>
    <h1>Contact erasure</h1>
    <p class="lead" role="status">${mark} ${words}</p>
    ${facts([
      ['Emails erased', formatNumber(emails)],
      ['Started', dateTime(created_at)],
      completed_at !== null && ['Completed', dateTime(completed_at)],
      ['Erasure ID', html`<code>${id}</code>`],
    ])}
    <p class="soft">No emails are sent to the address. Backups contain the data until they are deleted.</p>`
}
