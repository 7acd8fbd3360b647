// The page with the list of an automation's runs.
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import type { ListedRun } from '../../../../../campaigns/automations/store/runs.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { tag } from '../../../ui/facts.ts'
import { type ListColumn, filterLinks, type ListPage, listPage } from '../../../ui/table.ts'
import { ago } from '../../../ui/time.ts'
import { searchForm } from '../../../ui/forms.ts'

interface Shown {
  automation: AutomationRecord
  page: ListPage<ListedRun>
  /** Addresses of the contacts that still exist. */
  addresses: ReadonlyMap<string, string>
  status: string | undefined
  /** The searched address or id. */
  contact: string | undefined
}

export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const

export const RUN_STATUS: Record<ListedRun['status'], Html> = {
  running: tag('Running', 'good'),
  completed: tag('Completed'),
  failed: tag('Failed', 'bad'),
  cancelled: tag('Cancelled'),
}

export function runsBody({ automation, page, addresses, status, contact }: Shown): Html {
  const path = `/automations/${encodeURIComponent(automation.id)}`
  const kept = { ...(status !== undefined && { status }), ...(contact !== undefined && { contact }) }
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
    </p>
    <h1>Runs</h1>
    ${filterLinks(`${path}/runs`, { name: 'status', values: RUN_STATUSES, current: status })}
    ${searchForm({
      path: `${path}/runs`,
      name: 'contact',
      title: 'Contact, by address or ID',
      length_max: 254,
      words: contact,
      kept: status === undefined ? {} : { status },
      all: { path: `${path}/runs`, title: 'All runs' },
    })}
    ${listPage(`${path}/runs`, page, {
      columns: columnsOf(path, addresses),
      label: 'Runs',
      empty:
        status === undefined && contact === undefined
          ? 'There are no runs yet. One begins when a program sends the event.'
          : 'No run is like this.',
      kept,
    })}`
}

function columnsOf(path: string, addresses: Shown['addresses']): ListColumn<ListedRun>[] {
  return [
    {
      title: 'Contact',
      cell: ({ id, contact_id }) =>
        html`<a href="${path}/runs/${encodeURIComponent(id)}"
          ><bdi>${addresses.get(contact_id) ?? 'A contact that was deleted'}</bdi></a
        >`,
    },
    { title: 'Status', cell: ({ status }) => RUN_STATUS[status] },
    { title: 'Begun', cell: ({ created_at }) => ago(created_at) },
    { title: 'Ended', cell: ({ completed_at }) => completed_at !== null && ago(completed_at) },
  ]
}
