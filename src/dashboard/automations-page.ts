// How the list of a team's automations looks.
import type { ListedAutomation } from '../automations/actions.ts'
import type { Page } from '../store/page.ts'
import { type Html, html } from './html.ts'
import { filterLinks, moment, pager } from './pieces.ts'

interface Shown {
  page: Page<ListedAutomation>
  place: { after?: string; before?: string }
  status: string | undefined
  team: string
}

export const AUTOMATION_STATUS: Record<ListedAutomation['status'], Html> = {
  enabled: html`<span class="tag good">Enabled</span>`,
  disabled: html`<span class="tag">Disabled</span>`,
}

export function automationsBody({ page: { rows, has_more }, place, status, team }: Shown): Html {
  const none = status === undefined ? 'There are no automations yet. They are made through the API.' : 'There are none.'
  return html`<h1>Automations</h1>
    <p class="lead">What happens by itself in <bdi>${team}</bdi> when an event comes in.</p>
    ${filterLinks('/automations', 'status', ['enabled', 'disabled'], status)}
    ${
      rows.length > 0
        ? html`<ul class="rows">
            ${rows.map(automationRow)}
          </ul>`
        : html`<p class="empty">${none}</p>`
    }
    ${pager('/automations', rows, has_more, place, status === undefined ? {} : { status })}`
}

function automationRow({ id, name, status, event_name, updated_at }: ListedAutomation): Html {
  const path = `/automations/${encodeURIComponent(id)}`
  return html`<li>
    <div class="what">
      <h2>
        <a href="${path}"><bdi>${name}</bdi></a>
      </h2>
      <p>${AUTOMATION_STATUS[status]} ${event_name === null ? 'has no steps yet' : beginning(event_name)}</p>
      <p class="soft">Changed ${moment(updated_at)}</p>
    </div>
    <a href="${path}/runs" aria-label="Runs of ${name}">Runs</a>
  </li>`
}

const beginning = (event_name: string): Html => html`begins with <code><bdi>${event_name}</bdi></code>`
