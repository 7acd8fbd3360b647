// The page that forwards an email of a conversation, with its attachments.
import { findEmailToReplyTo, forwardInboxEmail } from '../../../../inbound/inboxes/replies/actions.ts'
import { findMessage } from '../../../../inbound/inboxes/store/messages.ts'
import type { TeamTx } from '../../../../base/store/database.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault, requireFound } from '../../problems.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'
import { formOutcome } from '../../ui/reader.ts'
import { orNotFound, threadInPath } from './find.ts'
import { emailFromForm, fileField, fileFromForm, FORM_BYTES, writingFields } from './writing.ts'

const forwardPage = page('GET /inboxes/:id/threads/:thread_id/emails/:email_id/forward', 'member', async visit => {
  const { inbox, thread, message } = await requireEmail(visit)
  const { from, subject } = await orNotFound(findEmailToReplyTo(visit, message), 'email')
  const { id, has_attachment } = message
  const thread_path = `/inboxes/${inbox.id}/threads/${thread.id}`
  const body = (): Html =>
    html`<p>
        <a class="back" href="${thread_path}?email=${id}"><bdi>${subject || 'No subject'}</bdi></a>
      </p>
      <h1>Forward email</h1>
      ${errorBox(formOutcome().trouble)}
      <p class="lead">
        The email from <bdi>${from}</bdi> is included below your text${has_attachment && ', with its attachments'}. An
        empty subject defaults to that of the original.
      </p>
      <form method="post" action="${thread_path}/emails/${id}/forward" enctype="multipart/form-data" class="writing">
        ${csrfField()} ${writingFields()} ${fileField('Attachment')}
        <div class="choice"><button class="main">Forward email</button></div>
      </form>`
  return { title: 'Forward email', body }
})

async function requireEmail(unit: TeamTx & { params: { id: string; thread_id: string; email_id: string } }) {
  const { tx, team_id, params } = unit
  const { inbox, thread } = await threadInPath(unit)
  const of = { team_id, inbox_id: inbox.id, thread_id: thread.id }
  return { inbox, thread, message: requireFound(await findMessage(tx, { ...of, id: params.email_id }), 'email') }
}

export const inboxForwardPages: DashboardPage[] = [
  forwardPage,

  page(
    'POST /inboxes/:id/threads/:thread_id/emails/:email_id/forward',
    'member',
    async visit => {
      const { form, params } = visit
      const { inbox } = await threadInPath(visit)
      const { subject, text, html: _, to, ...copies } = emailFromForm(form)
      if (to.length === 0) throw new FormFault('“To” is required.')
      const file = fileFromForm(form)
      const body = {
        to,
        ...copies,
        ...(subject && { subject }),
        ...(text && { text }),
        attachments: file ? [file] : [],
      }
      const asked = { thread_id: params.thread_id, email_id: params.email_id, body, only_from: undefined }
      const { thread } = await orNotFound(forwardInboxEmail(visit, inbox, asked), 'email')
      return { location: `/inboxes/${inbox.id}/threads/${thread.id}?done=sent` }
    },
    { takes_file: 'attachment', form_bytes: FORM_BYTES, refused: forwardPage, findTarget: requireEmail },
  ),
]
