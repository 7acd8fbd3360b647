// The page with the labels of an inbox, and its forms.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord } from '../../../../../inbound/inboxes/store/labels.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { innerField } from '../../../ui/fields.ts'
import { changeForm, confirmForm, panelForm } from '../../../ui/forms.ts'
import { type ListColumn, rowList } from '../../../ui/table.ts'
import { listAddress } from '../asked.ts'
import { LABEL_MAX } from '../asked.ts'
import { dot } from '../view.ts'

interface Shown extends FormOutcome {
  inbox: InboxRecord
  labels: readonly LabelRecord[]
  visitor: Visitor
}

export function labelsBody({ inbox, labels, done, trouble, form }: Shown): Html {
  const path = `/inboxes/${inbox.id}/labels`
  return html`<p>
      <a class="back" href="/inboxes/${inbox.id}"><bdi>${inbox.name ?? inbox.email_address}</bdi></a>
    </p>
    <h1>Labels</h1>
    <p class="lead">What the threads of this inbox can be marked with.</p>
    ${done}
    ${panelForm({
      title: 'Make a label',
      path: `${path}/make`,
      trouble,
      isOpen: labels.length === 0,
      fields: labelFields({ name: form.get('name') ?? '' }),
      label: 'Make the label',
    })}
    ${rowList(labels, { columns: columnsOf(path), empty: 'There is no label yet. Make one, then give it to threads in the list of the inbox.', label: 'Labels' })}`
}

/** A label without a color gets a default one. */
function labelFields({ name, color }: { name: string; color?: string }): Html {
  return html`${innerField('Name', { name: 'name', required: true, maxlength: LABEL_MAX, autocomplete: 'off', value: name })}
  ${color !== undefined && innerField('Colour', { name: 'color', type: 'color', value: color.toLowerCase() })}`
}

function columnsOf(path: string): ListColumn<LabelRecord>[] {
  return [
    {
      title: 'Label',
      cell: ({ id, inbox_id, name, color }) =>
        html`<a href="${listAddress(inbox_id, { label: id })}">${dot(color)} <bdi>${name}</bdi></a>`,
    },
    {
      title: 'Change',
      kind: 'acts',
      cell: ({ id, name, color }) =>
        html`${changeForm({ path: `${path}/${id}/change`, label: 'Change', about: name, fields: labelFields({ name, color }) })}
        ${confirmForm({
          path: `${path}/${id}/delete`,
          label: 'Delete',
          about: name,
          question: 'It is taken off all threads. The threads stay.',
        })}`,
    },
  ]
}
