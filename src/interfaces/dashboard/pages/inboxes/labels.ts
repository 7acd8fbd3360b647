// The page with the labels of an inbox: lists, creates, edits and deletes them.
import { updateInboxLabel, removeInboxLabel, createInboxLabel } from '../../../../inbound/inboxes/labels/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord } from '../../../../inbound/inboxes/store/labels.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault } from '../../problems.ts'
import { innerField, lengthOf } from '../../ui/fields.ts'
import { inlineForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { findLabels, orNotFound, inboxInPath } from './find.ts'
import { lineFromForm, listAddress } from './forms.ts'
import { backToInbox, dot } from './view.ts'

const NAME_MAX = lengthOf('CreateInboxLabel', 'name')

const DONE = {
  made: 'Label created.',
  changed: 'Label updated.',
  deleted: 'Label deleted. It disappears from its conversations shortly.',
}

const labelList = page('GET /inboxes/:id/labels', 'member', async visit => {
  const inbox = await inboxInPath(visit)
  const labels = await findLabels(visit, inbox)
  return { title: 'Labels', done: DONE, body: () => labelsBody(inbox, labels) }
})

export const inboxLabelPages: DashboardPage[] = [
  labelList,

  page(
    'POST /inboxes/:id/labels/make',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      await createInboxLabel(visit, inbox, labelFromForm(visit.form))
      return { location: `/inboxes/${inbox.id}/labels?done=made` }
    },
    { refused: labelList },
  ),

  page(
    'POST /inboxes/:id/labels/:label_id/change',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      await orNotFound(updateInboxLabel(visit, inbox, visit.params.label_id, labelFromForm(visit.form)), 'label')
      return { location: `/inboxes/${inbox.id}/labels?done=changed` }
    },
    { refused: 'Label not updated' },
  ),

  page('POST /inboxes/:id/labels/:label_id/delete', 'member', async visit => {
    const inbox = await inboxInPath(visit)
    await orNotFound(removeInboxLabel(visit, inbox, visit.params.label_id), 'label')
    return { location: `/inboxes/${inbox.id}/labels?done=deleted` }
  }),
]

function labelFromForm(form: URLSearchParams): { name: string; color?: string } {
  const name = lineFromForm(form, 'name', 'Name', NAME_MAX)
  if (name === null) throw new FormFault('“Name” is required.')
  const color = form.get('color') ?? ''
  return /^#[0-9a-f]{6}$/i.test(color) ? { name, color } : { name }
}

function labelsBody(inbox: InboxRecord, labels: readonly LabelRecord[]): Html {
  const path = `/inboxes/${inbox.id}/labels`
  return html`${backToInbox(inbox)}
    <h1>Labels</h1>
    <p class="lead">Labels organize the conversations of this inbox.</p>
    ${doneNote()}
    ${panelForm({
      title: 'Create label',
      path: `${path}/make`,
      trouble: formOutcome().trouble,
      isOpen: labels.length === 0,
      fields: labelFields({ name: entered('name') ?? '' }),
      label: 'Create label',
    })}
    ${rowList(labels, { columns: columnsOf(path), empty: 'No labels yet. Create one, then add it to conversations in the inbox.', label: 'Labels' })}`
}

/** A label without a color gets a default one. */
function labelFields({ name, color }: { name: string; color?: string }): Html {
  return html`${innerField('Name', { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off', value: name })}
  ${color !== undefined && innerField('Color', { name: 'color', type: 'color', value: color.toLowerCase() })}`
}

function columnsOf(path: string): ListColumn<LabelRecord>[] {
  return [
    {
      title: 'Label',
      cell: ({ id, inbox_id, name, color }) =>
        html`<a href="${listAddress(inbox_id, { label: id })}">${dot(color)} <bdi>${name}</bdi></a>`,
    },
    {
      title: 'Actions',
      kind: 'acts',
      cell: ({ id, name, color }) =>
        html`${inlineForm({ path: `${path}/${id}/change`, label: 'Edit', about: name, fields: labelFields({ name, color }), button: 'Save changes' })}
        ${confirmForm({
          path: `${path}/${id}/delete`,
          label: 'Delete',
          about: name,
          question: 'The label is removed from all conversations. No conversation is deleted.',
        })}`,
    },
  ]
}
