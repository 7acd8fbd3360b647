// Simulates an automation: the draft if there is one, for a contact and a time that the user enters. Nothing is sent.
import type { Schemas } from '../../../../../../generated/api.ts'
import { findContactId } from '../../../../../audience/contacts/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { parseJson } from '../../../../../base/text/json.ts'
import { findEditedGraph } from '../../../../../campaigns/automations/drafts/actions.ts'
import { connectionsAlong } from '../../../../../campaigns/automations/engine/path.ts'
import type { Graph, Step } from '../../../../../campaigns/automations/graph/graph.ts'
import { simulateRun } from '../../../../../campaigns/automations/simulation/actions.ts'
import type { SimulationRequest } from '../../../../../campaigns/automations/simulation/rules.ts'
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../../page.ts'
import { FormFault, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { textArea, EMAIL, field } from '../../../ui/fields.ts'
import { csrfField, errorBox } from '../../../ui/forms.ts'
import { formOutcome } from '../../../ui/reader.ts'
import { listItem, rowList } from '../../../ui/table.ts'
import { dateTimeWithSeconds } from '../../../ui/time.ts'
import { formText } from '../../../ui/form-values.ts'
import { namedGraph, requireAutomation } from '../automation.ts'
import { draftFaults, readyToSave } from '../builder/faults.ts'
import { drawingOf, graphBox, type Mark } from '../drawing.ts'
import { foldedJson, stepTable } from '../step-table.ts'
import { warningBox } from '../view.ts'
import { STATUS_WORDS } from '../words.ts'

/** The same as in the API. */
const PAYLOAD_VALUES_MAX = 25_000
const FORM_BYTES = 200_000

type Simulation = Schemas['AutomationSimulation']

interface SimulatedGraph {
  automation: AutomationRecord
  graph: Graph
  /** The graph with names instead of ids. */
  named: Graph
  isDraft: boolean
}

const simulationPage = page('GET /automations/:id/simulate', 'member', async visit => {
  const simulated = await requireSimulatedGraph(visit)
  return { title: titleOf(simulated), body: () => simulationBody(simulated, formOutcome().form) }
})

export const simulationPages: DashboardPage[] = [
  simulationPage,

  openPage(
    'POST /automations/:id/simulate',
    'member',
    async ({ asVisitor, form, parts: { database } }) => {
      const { simulated, input, unit } = await asVisitor(async visit => {
        const { team_id, now } = visit
        const simulated = await requireSimulatedGraph(visit)
        return { simulated, input: await inputFromForm(visit, simulated.graph), unit: { team_id, now } }
      })
      const { graph, automation } = simulated
      // outside of the transaction, because it can read for a long time
      const result = await database.read(tx =>
        simulateRun({ tx, ...unit }, { graph, settings: automation.settings }, input),
      )
      return { title: titleOf(simulated), body: () => simulationBody(simulated, form, result) }
    },
    { refused: simulationPage, form_bytes: FORM_BYTES },
  ),
]

const titleOf = ({ automation }: SimulatedGraph): string => `Simulate ${automation.name}`

/** The draft, or the newest graph without one. Throws a page for incomplete steps. */
async function requireSimulatedGraph({
  tx,
  team_id,
  params,
  fault,
}: Visit<Visitor, 'GET /automations/:id/simulate'>): Promise<SimulatedGraph> {
  const automation = await requireAutomation(tx, team_id, params.id)
  const { graph, draft } = await findEditedGraph(tx, automation)
  if (draftFaults(graph).all.length > 0) {
    const message = 'Some steps are incomplete. Edit the steps to see what is missing.'
    throw problem(fault?.status ?? 422, 'Simulation not possible yet', message)
  }
  const whole = readyToSave(graph)
  return { automation, graph: whole, named: await namedGraph(tx, team_id, whole), isDraft: draft !== undefined }
}

/** A contact of the team by its address; another address is used for a simulated contact. */
async function inputFromForm({ tx, team_id, form }: Visit<Visitor>, { steps }: Graph): Promise<SimulationRequest> {
  const email = formText(form, 'email')
  const contact_id = email === '' ? undefined : await findContactId(tx, team_id, email)
  const at = formText(form, 'at')
  const events = steps.flatMap((step, index) => {
    const after = formText(form, `after.${index}`)
    return step.type === 'wait_for_event' && after !== '' ? [{ event: step.config.event_name, after }] : []
  })
  return {
    ...(contact_id !== undefined && { contact_id }),
    ...(contact_id === undefined && email !== '' && { contact: { email, unsubscribed: false } }),
    ...(at !== '' && { at: `${at}Z` }),
    payload: payloadFromForm(form),
    events,
  }
}

function payloadFromForm(form: URLSearchParams): Record<string, unknown> {
  const text = formText(form, 'payload')
  if (text === '') return {}
  try {
    const value = parseJson(Buffer.from(text), { values_max: PAYLOAD_VALUES_MAX })
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // refused below, with a message about this field
  }
  throw new FormFault('“Event data” must be a JSON object, such as {"plan": "pro"}.')
}

// ---- view ---------------------------------------------------------------------------------------------------------

/** `form`: the entered values, which the page shows again also next to a result. */
function simulationBody(simulated: SimulatedGraph, form: URLSearchParams, result?: Simulation): Html {
  const { automation, isDraft, graph } = simulated
  const path = `/automations/${encodeURIComponent(automation.id)}`
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
      ${automation.status === 'disabled' && html` · <a class="back" href="${path}/edit">Edit steps</a>`}
    </p>
    <h1>Simulate</h1>
    <p class="lead">
      Simulates a run of the ${isDraft ? 'draft' : 'published version'}. No emails are sent and no data changes.
    </p>
    ${errorBox(formOutcome().trouble)}
    <form method="post" action="${path}/simulate#outcome" class="editor">
      ${csrfField()}
      ${field('Email address', { name: 'email', ...EMAIL, required: false, value: form.get('email'), hint: 'The address of the contact, who does not have to exist.' })}
      ${field('Time', { name: 'at', type: 'datetime-local', value: form.get('at'), hint: 'Time of the event in UTC. Defaults to now.' })}
      ${textArea('Event data', { name: 'payload', rows: 3, class: 'code', spellcheck: 'false', value: form.get('payload') ?? '{}', hint: 'A JSON object.' })}
      ${graph.steps.map((step, index) => waitField(step, `after.${index}`, form))}
      <div class="choice"><button class="main">Run simulation</button></div>
    </form>
    ${result && resultPart(simulated, result)}`
}

/** Whether and when the event of a wait occurs. */
function waitField(step: Step, name: string, form: URLSearchParams): Html | false {
  if (step.type !== 'wait_for_event') return false
  const label = html`<bdi>${step.key}</bdi>: <code><bdi>${step.config.event_name}</bdi></code> after`
  const hint = 'Time from the start of the run to this event, such as 1 day. Without a time, the event does not occur.'
  return field(label, { name, maxlength: 50, autocomplete: 'off', value: form.get(name), hint })
}

const RESULTS: Record<Simulation['status'], string> = {
  completed: 'The run completes.',
  running: 'The run keeps waiting for an event.',
  failed: 'The run fails.',
  cancelled: 'The run is canceled.',
}

function resultPart({ automation, named }: SimulatedGraph, result: Simulation): Html {
  const records = new Map(named.steps.map(({ key, type }) => [key, recordOf(key, type, result)]))
  const marks = new Map([...records].map(([key, record]) => [key, markOf(record)]))
  const progress = { steps: marks, taken: new Set(connectionsAlong(named, result.path)), records }
  const drawing = drawingOf(named, `Path of this run through ${automation.name}`, progress)
  const { started_at, completed_at, status, emails } = result
  // a warning that is not about a step has no step
  const warnings = result.warnings.map(({ step, ...warning }) => (step === null ? warning : { step, ...warning }))
  return html`<section id="outcome" aria-labelledby="outcome-title">
    <h2 id="outcome-title">Result</h2>
    <p role="status">
      ${RESULTS[status]} It starts
      ${dateTimeWithSeconds(started_at)}${completed_at !== null && html` and ends ${dateTimeWithSeconds(completed_at)}`}.
    </p>
    ${warningBox(warnings)} ${graphBox(drawing)} ${stepTable(drawing, named.connections, progress)}
    ${emails.length > 0 && html`<h2>Emails</h2>`}
    ${emails.length > 0 && rowList(emails, { row: emailRow, empty: '', label: 'Emails' })}
  </section>`
}

function emailRow({ step, at, from, to, subject, text, html: content }: Simulation['emails'][number]): Html {
  return listItem(
    html`<h3><bdi>${subject}</bdi></h3>
      <p class="soft">
        <bdi>${step}</bdi>, ${dateTimeWithSeconds(at)}, from <bdi>${from}</bdi> to <bdi>${to.join(', ')}</bdi>
      </p>
      ${foldedJson('Content', { text, html: content })}`,
  )
}

function recordOf(key: string, type: Step['type'], { path, started_at }: Simulation): Schemas['StepRun'] {
  const reached = path.find(each => each.key === key)
  const none = { status: 'pending', started_at: null, completed_at: null, output: null, error: null } as const
  return { key, type, created_at: started_at, reason: null, email: null, ...(reached ?? none) }
}

function markOf({ status, started_at, completed_at }: Schemas['StepRun']): Mark {
  return { status, reached: started_at !== null, words: STATUS_WORDS[status], ended_at: completed_at }
}
