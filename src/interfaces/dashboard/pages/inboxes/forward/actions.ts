// Forwards an email of a thread to others, with its files.
import { findMessage } from '../../../../../inbound/inboxes/store/messages.ts'
import { findAnswered, forwardMessage } from '../../../../../inbound/inboxes/answers/actions.ts'
import type { InTeam } from '../../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../../page.ts'
import { FormFault, found } from '../../../problems.ts'
import { orNone, threadOf } from '../find.ts'
import { askedFile, askedMail, FORM_BYTES } from '../writing.ts'
import { forwardBody } from './view.ts'

const forwardPage = page('GET /inboxes/:id/threads/:thread_id/emails/:email_id/forward', 'member', async visit => {
  const { visitor } = visit
  const { inbox, thread, message } = await emailOf(visit)
  const { from, subject } = await orNone(findAnswered(visit, message), 'email')
  const shown = { inbox, thread, message, from, subject: subject || 'No subject', visitor }
  return { title: 'Forward', body: outcome => forwardBody({ ...outcome, ...shown }) }
})

async function emailOf(unit: InTeam & { params: { id: string; thread_id: string; email_id: string } }) {
  const { tx, team_id, params } = unit
  const { inbox, thread } = await threadOf(unit)
  const of = { team_id, inbox_id: inbox.id, thread_id: thread.id }
  return { inbox, thread, message: found(await findMessage(tx, { ...of, id: params.email_id }), 'email') }
}

export const inboxForwardPages: DashboardPage[] = [
  forwardPage,

  page(
    'POST /inboxes/:id/threads/:thread_id/emails/:email_id/forward',
    'member',
    async visit => {
      const { form, params } = visit
      const { inbox } = await threadOf(visit)
      const { subject, text, html: _, to, ...copies } = askedMail(form)
      if (to.length === 0) throw new FormFault('Say who it goes to.')
      const file = askedFile(form)
      const body = {
        to,
        ...copies,
        ...(subject && { subject }),
        ...(text && { text }),
        attachments: file ? [file] : [],
      }
      const asked = { thread_id: params.thread_id, email_id: params.email_id, body, only_from: undefined }
      const { thread } = await orNone(forwardMessage(visit, inbox, asked), 'email')
      return { location: `/inboxes/${inbox.id}/threads/${thread.id}?done=sent` }
    },
    { takes_file: 'attachment', form_bytes: FORM_BYTES, refused: forwardPage, findTarget: emailOf },
  ),
]
