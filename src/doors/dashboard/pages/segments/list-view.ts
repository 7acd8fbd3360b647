// How the list of a team's segments looks, and the form for another one.
import type { Segment } from '../../../../audience/segments/actions.ts'
import type { Page } from '../../../../base/store/page.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import { csrfField, troubleBox } from '../../ui/forms.ts'
import { type ListPlace, pager } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { audienceNav } from '../contacts/audience-nav.ts'

export const NAME_FAULT = 'Please give the segment a name of up to 255 characters.'

/** Why the form has to be filled in again. */
export interface SegmentTrouble {
  form: URLSearchParams
  text: string
}

interface Shown {
  page: Page<Segment>
  place: ListPlace
  visitor: Visitor
  done: Html | undefined
  trouble: SegmentTrouble | undefined
}

export function segmentsBody({ page: { rows, has_more }, place, visitor, done, trouble }: Shown): Html {
  const isFirst = rows.length === 0 && place.after === undefined && place.before === undefined
  return html`<h1>Segments</h1>
    <p class="lead">Sets of contacts, by a name. A broadcast goes to those who are in one.</p>
    ${audienceNav('segments')} ${done}
    <details class="panel" ${(trouble !== undefined || isFirst) && html`open`}>
      <summary>Make a segment</summary>
      ${troubleBox(trouble?.text)}
      <form method="post" action="/segments/make">
        ${csrfField(visitor)}
        <label for="name">Name, such as who is in it</label>
        <input id="name" name="name" required maxlength="255" autocomplete="off" value="${trouble?.form.get('name')}" />
        <button class="main">Make the segment</button>
      </form>
    </details>
    <div class="acts"><a class="button" href="/segments/by-rule">Make a segment by rule</a></div>
    ${
      rows.length > 0
        ? html`<ul class="rows" aria-label="Segments">
            ${rows.map(segmentRow)}
          </ul>`
        : html`<p class="empty">
            ${isFirst ? 'There is no segment yet. Make one, then put contacts into it.' : 'There are no more.'}
          </p>`
    }
    ${pager('/segments', rows, has_more, place)}`
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
