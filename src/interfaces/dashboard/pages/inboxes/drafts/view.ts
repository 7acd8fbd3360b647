// The page with the drafts of an inbox, and the form that edits one.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { DraftRecord } from '../../../../../inbound/inboxes/drafts/store.ts'
import type { AttachmentRecord } from '../../../../../mail/attachments/store/attachments.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { tag } from '../../../ui/facts.ts'
import { confirmForm, csrfField, errorBox } from '../../../ui/forms.ts'
import { doneNote, formOutcome } from '../../../ui/reader.ts'
import { autosaveScript } from '../../../ui/scripts.ts'
import { emptyText, type ListColumn, type ListPage, listPage } from '../../../ui/table.ts'
import { timeAgo } from '../../../ui/time.ts'
import { writerName } from '../threads/view.ts'
import { seenField } from '../../editor/view.ts'
import { backToInbox } from '../view.ts'
import { fileField, writingFields } from '../writing.ts'

interface DraftListData {
  inbox: InboxRecord
  visitor: Visitor
  /** The names of the members of the team. */
  people: ReadonlyMap<string, string>
}

type ListedDraft = Pick<
  DraftRecord,
  'id' | 'to' | 'subject' | 'snippet' | 'reply_to_email_id' | 'writer_id' | 'updated_at'
>

export function draftsBody({ inbox, page, ...known }: DraftListData & { page: ListPage<ListedDraft> }): Html {
  const path = `/inboxes/${inbox.id}/drafts`
  return html`${backToInbox(inbox)}
    <h1>Drafts</h1>
    <p class="lead">Unsent emails and replies of this inbox.</p>
    ${listPage(path, page, {
      columns: columnsOf(path, known),
      empty: emptyText(page, 'No drafts yet. Write an email on the inbox page, or reply to one.'),
      label: 'Drafts',
    })}`
}

function columnsOf(path: string, { people, visitor }: Omit<DraftListData, 'inbox'>): ListColumn<ListedDraft>[] {
  return [
    {
      title: 'Subject',
      cell: ({ id, subject, snippet }) =>
        html`<a href="${path}/${id}"><bdi>${subject || 'No subject'}</bdi></a>
          ${snippet !== null && html`<p class="soft"><bdi>${snippet}</bdi></p>`}`,
    },
    { title: 'To', cell: ({ to }) => html`<bdi>${to?.join(', ') || 'No recipients'}</bdi>` },
    { title: 'Type', cell: ({ reply_to_email_id }) => tag(reply_to_email_id === null ? 'New email' : 'Reply') },
    { title: 'Author', cell: ({ writer_id }) => writerName(writer_id, people, visitor) },
    { title: 'Updated', cell: ({ updated_at }) => timeAgo(updated_at) },
  ]
}

interface DraftPageData extends DraftListData {
  draft: DraftRecord
  files: readonly AttachmentRecord[]
  /** The newest email of its conversation. */
  newest_id: string | undefined
}

export function draftBody(data: DraftPageData): Html {
  const { inbox, draft } = data
  const isSent = draft.email_id !== null
  return html`${backToInbox(inbox)}
    <h1>${draft.reply_to_email_id === null ? 'New email' : 'Reply'}</h1>
    ${doneNote()} ${errorBox(formOutcome().trouble)}
    <p class="lead">
      From <bdi>${inbox.from_name ?? inbox.email_address}</bdi>.
      ${
        draft.thread_id !== null &&
        html`<a href="/inboxes/${inbox.id}/threads/${draft.thread_id}" target="_blank" rel="noopener"
          >View conversation (opens in a new tab)</a
        >`
      }
    </p>
    ${writingForm(data, isSent)}
    ${
      !isSent &&
      confirmForm({
        path: `/inboxes/${inbox.id}/drafts/${draft.id}/delete`,
        label: 'Delete draft',
        about: draft.subject || 'No subject',
        question: 'The draft is not sent. This cannot be undone.',
      })
    }
    ${!isSent && autosaveScript.markup}`
}

function writingForm({ inbox, draft, files, newest_id, people, visitor }: DraftPageData, isSent: boolean): Html {
  const { done, trouble, form } = formOutcome()
  const path = `/inboxes/${inbox.id}/drafts/${draft.id}`
  const removed_ids = form.getAll('take_out')
  const isReply = draft.reply_to_email_id !== null && done === undefined && trouble === undefined
  return html`<form
    method="post"
    action="${path}/save"
    enctype="multipart/form-data"
    class="writing"
    ${!isSent && html`data-autosave="${path}/autosave"`}
  >
    ${csrfField()} ${seenField(draft, people, visitor)}
    ${newest_id !== undefined && html`<input type="hidden" name="newest_id" value="${newest_id}" />`}
    ${writingFields(draft, isReply)}
    ${
      files.length > 0 &&
      html`<fieldset data-saved-by-hand>
        <legend>Attachments</legend>
        ${files.map(file => attachmentBox(file, removed_ids))}
      </fieldset>`
    }
    ${fileField('Attachment', 'Save the draft to add another file.')}
    ${
      !isSent &&
      html`<div class="choice">
        <button class="main" formaction="${path}/send">Send email</button>
        <button>Save draft</button>
      </div>`
    }
  </form>`
}

/** A checkbox that removes the attachment when the draft is saved. */
function attachmentBox({ id, filename }: AttachmentRecord, removed_ids: readonly string[]): Html {
  return html`<label class="check">
    <input type="checkbox" name="take_out" value="${id}" ${removed_ids.includes(id) && html`checked`} />
    <span>Remove <bdi>${filename ?? 'Unnamed file'}</bdi></span>
  </label>`
}
