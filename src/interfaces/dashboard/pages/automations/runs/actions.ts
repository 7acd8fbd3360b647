// The runs of an automation: lists, shows and cancels them.
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { type ShownRun, cancelRun, findShownRun } from '../../../../../campaigns/automations/runs/actions.ts'
import { type ListedRun, listRuns } from '../../../../../campaigns/automations/store/runs.ts'
import { addressesOf, contactIdOf } from '../../../../../audience/contacts/actions.ts'
import type { Tx } from '../../../../../base/store/database.ts'
import type { Page as Rows, PageQuery } from '../../../../../base/store/page.ts'
import { type DashboardPage, type Visit, page } from '../../../page.ts'
import { found, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { findPage } from '../../../ui/table.ts'
import { findAutomationOrNone } from '../find-automation.ts'
import { namedGraph } from '../named-graph.ts'
import { RUN_STATUSES, runsBody } from './list-view.ts'
import { runBody } from './view.ts'

const DONE = { cancelled: 'The run was cancelled. What it had done stays done.' }

export const runPages: DashboardPage[] = [
  page('GET /automations/:id/runs', 'member', async ({ tx, team_id, params, query }) => {
    const status = RUN_STATUSES.find(each => each === query.get('status'))
    const contact = query.get('contact')?.trim() || undefined
    const automation = await findAutomationOrNone(tx, team_id, params.id)
    const about = { team_id, automation_id: automation.id, status, contact }
    const page = await findPage(query, asked => listRunsAbout(tx, about, asked))
    const contacts = page.rows.map(({ contact_id }) => contact_id)
    const addresses = await addressesOf(tx, team_id, contacts)
    return {
      title: `Runs of ${automation.name}`,
      body: () => runsBody({ automation, page, addresses, status, contact }),
    }
  }),

  page('GET /automations/:id/runs/:run_id', 'member', async visit => {
    const { tx, team_id } = visit
    const { automation, shown } = await findRun(visit)
    const graph = await namedGraph(tx, team_id, shown.graph)
    return {
      title: `Run of ${automation.name}`,
      done: DONE,
      body: ({ done }) => runBody({ ...shown, graph, automation, done }),
    }
  }),

  /** As in the API, every member of the team may do this. */
  page('POST /automations/:id/runs/:run_id/cancel', 'member', async visit => {
    const { tx, now } = visit
    const { automation, shown } = await findRun(visit)
    const { run } = shown
    if (run.status !== 'running') return problem(409, 'Already over', 'This run has ended, so nothing was done.')
    await cancelRun(tx, run, now)
    return { location: `/automations/${automation.id}/runs/${run.id}?done=cancelled` }
  }),
]

interface About {
  team_id: string
  automation_id: string
  status: string | undefined
  contact: string | undefined
}

/** Returns no runs if there is no contact with this address. */
async function listRunsAbout(
  tx: Tx,
  { team_id, automation_id, status, contact }: About,
  query: PageQuery,
): Promise<Rows<ListedRun>> {
  const statuses = status === undefined ? [] : [status]
  if (contact === undefined) return listRuns(tx, { team_id, automation_id }, { statuses, ...query })
  const contact_id = await contactIdOf(tx, team_id, contact)
  if (contact_id === undefined) return { rows: [], has_more: false }
  return listRuns(tx, { team_id, automation_id }, { statuses, contact_id, ...query })
}

async function findRun({
  tx,
  team_id,
  params: { id, run_id },
}: Visit<Visitor, 'GET /automations/:id/runs/:run_id'>): Promise<{ automation: AutomationRecord; shown: ShownRun }> {
  const automation = await findAutomationOrNone(tx, team_id, id)
  return {
    automation,
    shown: found(await findShownRun(tx, { team_id, automation_id: automation.id }, run_id)),
  }
}
