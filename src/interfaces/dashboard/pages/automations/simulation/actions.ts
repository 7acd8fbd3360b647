// Simulates an automation: the draft if there is one, for a contact and a time that the person chooses. Nothing is sent.
import { contactIdOf } from '../../../../../audience/contacts/actions.ts'
import { findEdited } from '../../../../../campaigns/automations/drafts/actions.ts'
import { simulateRun } from '../../../../../campaigns/automations/simulation/actions.ts'
import type { Asked } from '../../../../../campaigns/automations/simulation/rules.ts'
import type { Graph } from '../../../../../campaigns/automations/graph/graph.ts'
import { parsedJson } from '../../../../../base/text/json.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../../page.ts'
import { FormFault, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { draftFaults, readyToSave } from '../builder/faults.ts'
import { findAutomationOrNone } from '../find-automation.ts'
import { namedGraph } from '../named-graph.ts'
import { simulationBody, type TriedGraph } from './view.ts'

/** The same as in the API. */
const PAYLOAD_VALUES_MAX = 25_000
const FORM_BYTES = 200_000

const simulationPage = page('GET /automations/:id/simulate', 'member', async visit => {
  const tried = await findTried(visit)
  return { title: `Try ${tried.automation.name} out`, body: outcome => simulationBody({ ...outcome, ...tried }) }
})

export const simulationPages: DashboardPage[] = [
  simulationPage,

  openPage(
    'POST /automations/:id/simulate',
    'member',
    async ({ asVisitor, form, parts: { database } }) => {
      const { tried, asked, unit } = await asVisitor(async visit => {
        const { team_id, now } = visit
        const tried = await findTried(visit)
        return { tried, asked: await askedIn(visit, tried.graph), unit: { team_id, now } }
      })
      const { graph, automation } = tried
      // outside of the transaction, because it can read for a long time
      const result = await database.read(tx =>
        simulateRun({ tx, ...unit }, { graph, settings: automation.settings }, asked),
      )
      return {
        title: `Try ${automation.name} out`,
        body: outcome => simulationBody({ ...outcome, ...tried, form, result }),
      }
    },
    { refused: simulationPage, form_bytes: FORM_BYTES },
  ),
]

/** The simulated graph: the draft, or the newest graph without one. */
async function findTried({
  tx,
  team_id,
  params,
  visitor,
  fault,
}: Visit<Visitor, 'GET /automations/:id/simulate'>): Promise<TriedGraph> {
  const automation = await findAutomationOrNone(tx, team_id, params.id)
  const { graph, draft } = await findEdited(tx, automation)
  const faults = draftFaults(graph).all
  if (faults.length > 0) {
    const message = 'The steps are not finished yet. Edit the graph: it shows what is missing.'
    throw problem(fault?.status ?? 422, 'It cannot be tried yet', message)
  }
  const whole = readyToSave(graph)
  return {
    automation,
    graph: whole,
    named: await namedGraph(tx, team_id, whole),
    isDraft: draft !== undefined,
    visitor,
  }
}

/** A contact of the team by its address; another address is used for a simulated contact. */
async function askedIn({ tx, team_id, form }: Visit<Visitor>, { steps }: Graph): Promise<Asked> {
  const email = (form.get('email') ?? '').trim()
  const contact_id = email === '' ? undefined : await contactIdOf(tx, team_id, email)
  const at = (form.get('at') ?? '').trim()
  const events = steps.flatMap((step, index) => {
    const after = (form.get(`after.${index}`) ?? '').trim()
    return step.type === 'wait_for_event' && after !== '' ? [{ event: step.config.event_name, after }] : []
  })
  return {
    ...(contact_id !== undefined && { contact_id }),
    ...(contact_id === undefined && email !== '' && { contact: { email, unsubscribed: false } }),
    ...(at !== '' && { at: `${at}Z` }),
    payload: payloadIn(form),
    events,
  }
}

function payloadIn(form: URLSearchParams): Record<string, unknown> {
  const text = (form.get('payload') ?? '').trim()
  if (text === '') return {}
  try {
    const value = parsedJson(Buffer.from(text), { values_max: PAYLOAD_VALUES_MAX })
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // refused below, with a message about this field
  }
  throw new FormFault('The data of the event is no JSON object, such as {"plan": "pro"}.')
}
