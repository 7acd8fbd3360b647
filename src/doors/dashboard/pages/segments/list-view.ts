// How the list of a team's segments looks, and the form for another one.
import type { Segment } from '../../../../audience/segments/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, lengthOf } from '../../ui/fields.ts'
import { csrfField, troubleBox } from '../../ui/forms.ts'
import { emptyWords, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

const NAME_MAX = lengthOf('CreateSegment', 'name')
export const SEGMENT_NAME = { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' }
export const NAME_FAULT = `Please give the segment a name of up to ${NAME_MAX} characters.`

/** Why the form has to be filled in again. */
export interface SegmentTrouble {
  form: URLSearchParams
  text: string
}

interface Shown {
  page: ListPage<Segment>
  visitor: Visitor
  done: Html | undefined
  trouble: SegmentTrouble | undefined
}

export function segmentsBody({ page, visitor, done, trouble }: Shown): Html {
  return html`<h1>Segments</h1>
    <p class="lead">Sets of contacts, by a name. A broadcast goes to those who are in one.</p>
    ${audienceNav('segments')} ${done}
    <details class="panel" ${(trouble !== undefined || isBlank(page)) && html`open`}>
      <summary>Make a segment</summary>
      ${troubleBox(trouble?.text)}
      <form method="post" action="/segments/make">
        ${csrfField(visitor)}
        ${field('Name, such as who is in it', { ...SEGMENT_NAME, value: trouble?.form.get('name') })}
        <button class="main">Make the segment</button>
      </form>
    </details>
    <div class="acts"><a class="button" href="/segments/by-rule">Make a segment by rule</a></div>
    ${listPage('/segments', page, {
      row: segmentRow,
      empty: emptyWords(page, 'There is no segment yet. Make one, then put contacts into it.'),
      label: 'Segments',
    })}`
}

function segmentRow({ id, name, created_at }: Segment): Html {
  return html`<li>
    <div class="what">
      <h2>
        <a href="/segments/${id}"><bdi>${name}</bdi></a>
      </h2>
      <p class="soft">Made ${moment(created_at)}</p>
    </div>
  </li>`
}
