// The page with the list of a team's automations.
import type { ListedAutomation } from '../../../../campaigns/automations/actions.ts'
import { type BoundedCounts, RUNS_COUNTED_MAX } from '../../../../campaigns/automations/runs/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../page.ts'
import { tag } from '../../ui/facts.ts'
import { field, lengthOf, radios, VERBATIM } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { filterLinks, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { AUTOMATION_EXAMPLES } from './builder/examples.ts'
import { moment } from '../../ui/time.ts'

interface Shown extends FormOutcome {
  page: ListPage<ListedAutomation>
  /** Counts of the runs of each automation, by its id. */
  counts: ReadonlyMap<string, BoundedCounts>
  status: string | undefined
  team: string
  csrf_token: string
}

export const AUTOMATION_STATUS: Record<ListedAutomation['status'], Html> = {
  enabled: tag('Enabled', 'good'),
  disabled: tag('Disabled'),
}

export function automationsBody(shown: Shown): Html {
  const { page, counts, status, team, done } = shown
  const none =
    status === undefined
      ? html`There is no automation yet. Make one above, or from a program:
          <a href="/docs/guides/automations">the guide</a> shows how.`
      : 'There are none.'
  return html`<h1>Automations</h1>
    <p class="lead">What happens by itself in <bdi>${team}</bdi> when an event comes in.</p>
    ${done} ${makeForm(shown)}
    ${filterLinks('/automations', { name: 'status', values: ['enabled', 'disabled'], current: status })}
    ${listPage('/automations', page, {
      row: each => automationRow(each, counts.get(each.id)),
      empty: none,
      kept: status === undefined ? {} : { status },
    })}`
}

const NAME_MAX = lengthOf('CreateAutomation', 'name')
const EVENT_MAX = lengthOf('TriggerConfig', 'event_name')

function makeForm({ page, csrf_token, status }: Shown): Html {
  const examples = Object.entries(AUTOMATION_EXAMPLES).map(([name, { title, description }]) => ({
    name,
    title,
    description,
  }))
  return panelForm({
    title: 'Make an automation',
    path: '/automations/make',
    csrf_token,
    isOpen: isBlank(page) && status === undefined,
    fields: html`${field('Name', { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' })}
    ${field('Event that begins it, such as user.created', { name: 'event', maxlength: EVENT_MAX, ...VERBATIM })}
    ${radios('Begin with', examples, { name: 'example', value: 'nothing' })}`,
    label: 'Make the automation',
  })
}

function automationRow(
  { id, name, status, event_name, updated_at }: ListedAutomation,
  counts: BoundedCounts | undefined,
): Html {
  const path = `/automations/${encodeURIComponent(id)}`
  return html`<li>
    <div class="what">
      <h2>
        <a href="${path}"><bdi>${name}</bdi></a>
      </h2>
      <p>${AUTOMATION_STATUS[status]} ${event_name === null ? 'has no steps yet' : beginning(event_name)}</p>
      <p class="soft">Changed ${moment(updated_at)}</p>
    </div>
    <div class="acts">${runLinks(path, name, counts)}</div>
  </li>`
}

/** The number of runs in each status, with links to them. */
function runLinks(path: string, name: string, counts: BoundedCounts | undefined): Html {
  const some = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  if (some.length === 0) return html`<span class="soft">No runs yet</span>`
  return html`${some.map(
    ([status, count]) =>
      html`<a class="count ${status}" href="${path}/runs?status=${status}" aria-label="${status} runs of ${name}"
        ><b>${count > RUNS_COUNTED_MAX ? `${RUNS_COUNTED_MAX.toLocaleString('en')}+` : count.toLocaleString('en')}</b>
        ${status}</a
      > `,
  )}`
}

const beginning = (event_name: string): Html => html`begins with <code><bdi>${event_name}</bdi></code>`
