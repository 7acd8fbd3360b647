// The page with the drafts of an inbox, and the form in which one is edited.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { DraftRecord } from '../../../../../inbound/inboxes/drafts/store.ts'
import type { AttachmentRecord } from '../../../../../mail/attachments/store/attachments.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { tag } from '../../../ui/facts.ts'
import { confirmForm, csrfField, troubleBox } from '../../../ui/forms.ts'
import { autosaveScript } from '../../../ui/scripts.ts'
import { emptyWords, type ListColumn, type ListPage, listPage } from '../../../ui/table.ts'
import { ago } from '../../../ui/time.ts'
import { writerName } from '../threads/view.ts'
import { seenField } from '../../editor/view.ts'
import { fileField, writingFields } from '../writing.ts'

interface Known {
  inbox: InboxRecord
  visitor: Visitor
  /** The names of the members of the team. */
  people: ReadonlyMap<string, string>
}

type ListedDraft = Pick<
  DraftRecord,
  'id' | 'to' | 'subject' | 'snippet' | 'reply_to_email_id' | 'writer_id' | 'updated_at'
>

export function draftsBody({ inbox, page, ...known }: Known & { page: ListPage<ListedDraft> }): Html {
  const path = `/inboxes/${inbox.id}/drafts`
  return html`${back(inbox)}
    <h1>Drafts</h1>
    <p class="lead">What was written here and not sent yet.</p>
    ${listPage(path, page, {
      columns: columnsOf(path, known),
      empty: emptyWords(page, 'There is no draft. Write an email on the page of the inbox, or answer one.'),
      label: 'Drafts',
    })}`
}

function back({ id, name, email_address }: InboxRecord): Html {
  return html`<p>
    <a class="back" href="/inboxes/${id}"><bdi>${name ?? email_address}</bdi></a>
  </p>`
}

function columnsOf(path: string, { people, visitor }: Omit<Known, 'inbox'>): ListColumn<ListedDraft>[] {
  return [
    {
      title: 'Subject',
      cell: ({ id, subject, snippet }) =>
        html`<a href="${path}/${id}"><bdi>${subject || 'No subject'}</bdi></a>
          ${snippet !== null && html`<p class="soft"><bdi>${snippet}</bdi></p>`}`,
    },
    { title: 'To', cell: ({ to }) => html`<bdi>${to?.join(', ') || 'To no one yet'}</bdi>` },
    { title: 'Kind', cell: ({ reply_to_email_id }) => tag(reply_to_email_id === null ? 'New email' : 'Reply') },
    { title: 'Written by', cell: ({ writer_id }) => writerName(writer_id, people, visitor) },
    { title: 'Changed', cell: ({ updated_at }) => ago(updated_at) },
  ]
}

interface ShownDraft extends Known, FormOutcome {
  draft: DraftRecord
  files: readonly AttachmentRecord[]
  /** The newest email of its thread. */
  newest_id: string | undefined
}

export function draftBody(shown: ShownDraft): Html {
  const { inbox, draft, done, trouble } = shown
  const isSent = draft.email_id !== null
  return html`${back(inbox)}
    <h1>${draft.reply_to_email_id === null ? 'An email' : 'A reply'}</h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">
      From <bdi>${inbox.from_name ?? inbox.email_address}</bdi>.
      ${
        draft.thread_id !== null &&
        html`<a href="/inboxes/${inbox.id}/threads/${draft.thread_id}" target="_blank" rel="noopener"
          >Read the thread (opens beside this page)</a
        >`
      }
    </p>
    ${writingForm(shown, isSent)}
    ${
      !isSent &&
      confirmForm({
        path: `/inboxes/${inbox.id}/drafts/${draft.id}/delete`,
        label: 'Delete the draft',
        about: draft.subject || 'No subject',
        question: 'It is not sent, and cannot be brought back.',
      })
    }
    ${!isSent && autosaveScript.markup}`
}

function writingForm(shown: ShownDraft, isSent: boolean): Html {
  const { inbox, draft, files, newest_id, people, visitor, done, trouble, form } = shown
  const path = `/inboxes/${inbox.id}/drafts/${draft.id}`
  const taken_out = form.getAll('take_out')
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
    ${writingFields(form, draft, isReply)}
    ${
      files.length > 0 &&
      html`<fieldset data-saved-by-hand>
        <legend>Attached</legend>
        ${files.map(file => keptFile(file, taken_out))}
      </fieldset>`
    }
    ${fileField('Attach a file; save to attach another one')}
    ${
      !isSent &&
      html`<div class="choice">
        <button class="main" formaction="${path}/send">Send</button>
        <button>Save the draft</button>
      </div>`
    }
  </form>`
}

function keptFile({ id, filename }: AttachmentRecord, taken_out: readonly string[]): Html {
  return html`<label class="check">
    <input type="checkbox" name="take_out" value="${id}" ${taken_out.includes(id) && html`checked`} />
    <span>Take out <bdi>${filename ?? 'a file without a name'}</bdi></span>
  </label>`
}
