// The page with the list of a team's automations.
import type { ListedAutomation } from '../../../../campaigns/automations/store/automations.ts'
import { type BoundedCounts, RUNS_COUNTED_MAX } from '../../../../campaigns/automations/store/retention.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import { field, lengthOf, radios, VERBATIM } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { type ListColumn, filterLinks, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { AUTOMATION_EXAMPLES } from './builder/examples.ts'
import { ago } from '../../ui/time.ts'
import { numeral } from '../../ui/reader.ts'

interface Shown extends FormOutcome {
  page: ListPage<ListedAutomation>
  /** Counts of the runs of each automation, by its id. */
  counts: ReadonlyMap<string, BoundedCounts>
  status: string | undefined
  team: string
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
      : 'No automation has this status.'
  return html`<h1>Automations</h1>
    <p class="lead">
      What follows by itself in <bdi>${team}</bdi> when an event comes in, such as a sign-up: emails, waits, changes.
    </p>
    ${done} ${makeForm(shown)}
    ${filterLinks('/automations', { name: 'status', values: ['enabled', 'disabled'], current: status })}
    ${listPage('/automations', page, {
      columns: columnsOf(counts),
      label: 'Automations',
      empty: none,
      kept: status === undefined ? {} : { status },
    })}`
}

const NAME_MAX = lengthOf('CreateAutomation', 'name')
const EVENT_MAX = lengthOf('TriggerConfig', 'event_name')

function makeForm({ page, status }: Shown): Html {
  const examples = Object.entries(AUTOMATION_EXAMPLES).map(([name, { title, description }]) => ({
    name,
    title,
    description,
  }))
  return panelForm({
    title: 'Make an automation',
    path: '/automations/make',
    isOpen: isBlank(page) && status === undefined,
    fields: html`${field('Name', { name: 'name', required: true, maxlength: NAME_MAX, autocomplete: 'off' })}
    ${field('Event that begins it, such as user.created', { name: 'event', maxlength: EVENT_MAX, ...VERBATIM })}
    ${radios('Begin with', examples, { name: 'example', value: 'nothing' })}`,
    label: 'Make the automation',
  })
}

function columnsOf(counts: Shown['counts']): ListColumn<ListedAutomation>[] {
  return [
    { title: 'Automation', cell: ({ id, name }) => html`<a href="${pathOf(id)}"><bdi>${name}</bdi></a>` },
    { title: 'Status', cell: ({ status }) => AUTOMATION_STATUS[status] },
    {
      title: 'Begins with',
      cell: ({ event_name }) => (event_name === null ? 'No steps yet' : html`<code><bdi>${event_name}</bdi></code>`),
    },
    { title: 'Runs', cell: ({ id, name }) => runLinks(pathOf(id), name, counts.get(id)) },
    { title: 'Changed', cell: ({ updated_at }) => ago(updated_at) },
  ]
}

const pathOf = (id: string): string => `/automations/${encodeURIComponent(id)}`

/** The number of runs in each status, with links to them. */
function runLinks(path: string, name: string, counts: BoundedCounts | undefined): Html {
  const some = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  if (some.length === 0) return html`<span class="soft">No runs yet</span>`
  return html`${some.map(
    ([status, count]) =>
      html`<a class="count ${status}" href="${path}/runs?status=${status}" aria-label="${status} runs of ${name}"
        ><b>${count > RUNS_COUNTED_MAX ? `${numeral(RUNS_COUNTED_MAX)}+` : numeral(count)}</b> ${status}</a
      > `,
  )}`
}
