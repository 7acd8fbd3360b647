// The form in which an email is forwarded.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { MessageRecord } from '../../../../../inbound/inboxes/store/messages.ts'
import type { ThreadRecord } from '../../../../../inbound/inboxes/store/threads.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { fileField, writingFields } from '../writing.ts'

interface Shown extends FormOutcome {
  inbox: InboxRecord
  thread: ThreadRecord
  message: MessageRecord
  /** The author of the email. */
  from: string
  subject: string
  visitor: Visitor
}

export function forwardBody({ inbox, thread, message, from, subject, trouble, form }: Shown): Html {
  const path = `/inboxes/${inbox.id}/threads/${thread.id}`
  return html`<p>
      <a class="back" href="${path}?email=${message.id}"><bdi>${subject}</bdi></a>
    </p>
    <h1>Forward</h1>
    ${troubleBox(trouble)}
    <p class="lead">
      The email of <bdi>${from}</bdi> goes on below what you write${message.has_attachment && ', with its files'}.
      Without a subject it gets that of the original.
    </p>
    <form method="post" action="${path}/emails/${message.id}/forward" enctype="multipart/form-data" class="writing">
      ${csrfField()} ${writingFields(form)} ${fileField('Attach a file')}
      <div class="choice"><button class="main">Forward</button></div>
    </form>`
}
