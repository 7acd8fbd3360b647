// The page with the list of a team's segments, and the form for a new one.
import type { Segment } from '../../../../audience/segments/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, lengthOf } from '../../ui/fields.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { panelForm } from '../../ui/forms.ts'
import { type ListColumn, emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

const NAME_MAX = lengthOf('CreateSegment', 'name')
export const SEGMENT_NAME = { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' }
export const NAME_FAULT = `Please give the segment a name of up to ${NAME_MAX} characters.`

interface Shown extends FormOutcome {
  page: ListPage<Segment>
  visitor: Visitor
}

export function segmentsBody({ page, done, trouble, form }: Shown): Html {
  return html`<h1>Segments</h1>
    <p class="lead">Named sets of contacts. A broadcast goes to the contacts in one of them.</p>
    ${audienceNav('segments')} ${done}
    ${panelForm({
      title: 'Make a segment',
      path: '/segments/make',
      trouble,
      isOpen: isBlank(page),
      fields: field('Name, such as Paying customers', { ...SEGMENT_NAME, value: form.get('name') }),
      label: 'Make the segment',
    })}
    <div class="acts"><a class="button" href="/segments/by-rule">Make a segment by rule</a></div>
    ${listPage('/segments', page, {
      columns: COLUMNS,
      empty: emptyWords(page, 'There is no segment yet. Make one, then put contacts into it.'),
      label: 'Segments',
    })}`
}

const COLUMNS: readonly ListColumn<Segment>[] = [
  { title: 'Segment', cell: ({ id, name }) => html`<a href="/segments/${id}"><bdi>${name}</bdi></a>` },
  { title: 'Made', cell: ({ created_at }) => ago(created_at) },
]
