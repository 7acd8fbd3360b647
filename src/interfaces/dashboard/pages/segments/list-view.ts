// The page with the list of a team's segments, and the form for a new one.
import type { Segment } from '../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { field, lengthOf } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { emptyText, isListEmpty, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

const NAME_MAX = lengthOf('CreateSegment', 'name')
export const SEGMENT_NAME = { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' }
export const NAME_HINT = 'For example, Paying customers.'
export const NAME_FAULT = `“Name” is required and can have up to ${NAME_MAX} characters.`

export function segmentsBody(rows: ListPage<Segment>): Html {
  return html`<h1>Segments</h1>
    <p class="lead">A segment is a named group of contacts. Each broadcast is sent to one segment.</p>
    ${audienceNav('segments')} ${doneNote()}
    ${panelForm({
      title: 'Create segment',
      path: '/segments/make',
      trouble: formOutcome().trouble,
      isOpen: isListEmpty(rows),
      fields: field('Name', { ...SEGMENT_NAME, hint: NAME_HINT, value: entered('name') }),
      label: 'Create segment',
    })}
    <div class="acts"><a class="button" href="/segments/by-rule">Create segment by rule</a></div>
    ${listPage('/segments', rows, {
      columns: COLUMNS,
      empty: emptyText(rows, 'No segments yet. Create one, then add contacts to it.'),
      label: 'Segments',
    })}`
}

const COLUMNS: readonly ListColumn<Segment>[] = [
  { title: 'Segment', cell: ({ id, name }) => html`<a href="/segments/${id}"><bdi>${name}</bdi></a>` },
  { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
]
