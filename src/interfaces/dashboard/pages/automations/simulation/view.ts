// The page on which an automation is simulated: the inputs, and the path of the run as a diagram and as a list.
import type { Schemas } from '../../../../../../generated/api.ts'
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { connectionsAlong } from '../../../../../campaigns/automations/engine/path.ts'
import type { Graph, Step } from '../../../../../campaigns/automations/graph/graph.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { area, EMAIL, field } from '../../../ui/fields.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { exactly } from '../../../ui/time.ts'
import { drawingOf, type Mark } from '../drawing.ts'
import { graphBox } from '../graph-box.ts'
import { foldedJson, stepTable } from '../step-table.ts'
import { STATUS_WORDS } from '../words.ts'
import { warningBox } from '../warnings.ts'

type Simulated = Schemas['AutomationSimulation']

export interface TriedGraph {
  automation: AutomationRecord
  graph: Graph
  /** The graph with names instead of ids. */
  named: Graph
  isDraft: boolean
  visitor: Visitor
}

interface Shown extends FormOutcome, TriedGraph {
  result?: Simulated
}

export function simulationBody(shown: Shown): Html {
  const { automation, trouble, isDraft, result } = shown
  const path = `/automations/${encodeURIComponent(automation.id)}`
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
      ${automation.status === 'disabled' && html` · <a class="back" href="${path}/edit">Edit the graph</a>`}
    </p>
    <h1>Try it out</h1>
    <p class="lead">
      ${isDraft ? 'The draft' : 'The graph'} as a run would go through it. Nothing is sent, and nothing is changed.
    </p>
    ${troubleBox(trouble)} ${circumstances(shown, path)} ${result && outcome(shown, result)}`
}

function circumstances({ graph, form }: Shown, path: string): Html {
  return html`<form method="post" action="${path}/simulate#outcome" class="editor">
    ${csrfField()}
    ${field('Email address of the contact; it need not be one of yours', { name: 'email', ...EMAIL, required: false, value: form.get('email') })}
    ${field('When the event comes, in UTC; left empty, now', { name: 'at', type: 'datetime-local', value: form.get('at') })}
    ${area('Data of the event, as JSON', { name: 'payload', rows: 3, class: 'code', spellcheck: 'false', value: form.get('payload') ?? '{}' })}
    ${graph.steps.map((step, index) => waitField(step, index, form))}
    <div class="choice"><button class="main">Try it out</button></div>
  </form>`
}

/** Whether and when the event of a wait occurs. */
function waitField(step: Step, index: number, form: URLSearchParams): Html | false {
  if (step.type !== 'wait_for_event') return false
  const name = `after.${index}`
  const label = html`<bdi>${step.key}</bdi>: <code><bdi>${step.config.event_name}</bdi></code> comes this long after the
    beginning, such as 1 day; left empty, it does not come`
  return field(label, { name, maxlength: 50, autocomplete: 'off', value: form.get(name) })
}

const RESULT: Record<Simulated['status'], string> = {
  completed: 'The run is completed.',
  running: 'The run still waits: what it waits for does not come.',
  failed: 'The run fails.',
  cancelled: 'The run is canceled.',
}

function outcome({ automation, named }: Shown, result: Simulated): Html {
  const records = new Map(named.steps.map(({ key, type }) => [key, recordOf(key, type, result)]))
  const marks = new Map([...records].map(([key, record]) => [key, markOf(record)]))
  const course = { steps: marks, taken: new Set(connectionsAlong(named, result.path)), records }
  const drawing = drawingOf(named, `The way of this run through ${automation.name}`, course)
  const { started_at, completed_at, status, emails, warnings } = result
  return html`<section id="outcome" aria-labelledby="outcome-title">
    <h2 id="outcome-title">What happens</h2>
    <p role="status">
      ${RESULT[status]} It begins
      ${exactly(started_at)}${completed_at !== null && html` and ends ${exactly(completed_at)}`}.
    </p>
    ${warningBox(warnings.map(asProblemOfGraph))} ${graphBox(drawing)} ${stepTable(drawing, named.connections, course)}
    ${emails.length > 0 && emailList(emails)}
  </section>`
}

/** A warning that is not about a step has no step. */
function asProblemOfGraph({
  step,
  rule,
  message,
}: Simulated['warnings'][number]): Parameters<typeof warningBox>[0][number] {
  return step === null ? { rule, message } : { step, rule, message }
}

function emailList(emails: Simulated['emails']): Html {
  return html`<h2>Emails</h2>
    <ul class="rows" aria-label="Emails">
      ${emails.map(
        ({ step, at, from, to, subject, text, html: content }) =>
          html`<li>
            <div class="what">
              <h3><bdi>${subject}</bdi></h3>
              <p class="soft">
                <bdi>${step}</bdi>, ${exactly(at)}, from <bdi>${from}</bdi> to <bdi>${to.join(', ')}</bdi>
              </p>
              ${foldedJson('Content', { text, html: content })}
            </div>
          </li>`,
      )}
    </ul>`
}

function recordOf(key: string, type: Step['type'], { path, started_at }: Simulated): Schemas['StepRun'] {
  const found = path.find(each => each.key === key)
  const none = { status: 'pending', started_at: null, completed_at: null, output: null, error: null } as const
  return { key, type, created_at: started_at, reason: null, email: null, ...(found ?? none) }
}

function markOf({ status, started_at, completed_at }: Schemas['StepRun']): Mark {
  return { status, reached: started_at !== null, words: STATUS_WORDS[status], ended_at: completed_at }
}
