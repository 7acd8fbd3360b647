// The page on which a graph is edited: the diagram, where each step links to its form, the form, and the faults.
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { titleOf, connectionTypesFrom } from '../../../../../campaigns/automations/steps/index.ts'
import {
  type DraftGraph,
  type DraftStep,
  type Exit,
  exitsOf,
  isAt,
} from '../../../../../campaigns/automations/drafts/draft.ts'
import type { GraphDraft } from '../../../../../campaigns/automations/store/drafts.ts'
import type { Graph, Step } from '../../../../../campaigns/automations/graph/graph.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { doneNote, formOutcome } from '../../../ui/reader.ts'
import { choice, field } from '../../../ui/fields.ts'
import { confirmForm, csrfField, formButton, panelForm, errorBox } from '../../../ui/forms.ts'
import { describedBy, type Option, schemaFields, titleOfField } from '../../../ui/schema/fields.ts'
import { builderScript } from '../../../ui/scripts.ts'
import { resolvedSchema } from '../../../ui/schema/shape.ts'
import { dateTime } from '../../../ui/time.ts'
import { drawingOf, graphBox, type Mark, type RunMarks } from '../drawing.ts'
import { connectionLabel } from '../words.ts'
import type { DraftFault, DraftFaults } from './faults.ts'
import { configSchema, exitText, stepSchemas } from './step-form.ts'

interface EditorPageData {
  automation: AutomationRecord
  graph: DraftGraph
  /** `undefined`: there are no changes yet. */
  draft: GraphDraft | undefined
  /** The name of the user who last changed it. */
  writer: string | undefined
  faults: DraftFaults
  /** The step in the form, with the typed values. */
  step: DraftStep | undefined
  /** The key of this step in the graph. */
  key: string | undefined
  /** The finished steps, with names instead of ids. */
  named: Graph
  choices: ReadonlyMap<string, readonly Option[]>
}

const pathOf = ({ id }: AutomationRecord): string => `/automations/${encodeURIComponent(id)}`

export function editorBody(data: EditorPageData): Html {
  const { automation, graph, draft, faults } = data
  const path = pathOf(automation)
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
    </p>
    <h1>Edit steps</h1>
    ${doneNote()} ${errorBox(formOutcome().trouble)} ${draftNote(data)} ${graph.steps.length > 0 && saveForms(data)}
    ${faults.all.length > 0 && (draft || automation.graph) ? faultList(faults.all, path) : ''}
    <div class="builder">
      <section aria-labelledby="graph">
        <h2 id="graph">Steps</h2>
        ${graph.steps.length > 0 ? graphBox(editorDrawing(data)) : html`<p class="empty">No steps yet. Add a trigger first.</p>`}
        ${stepLinks(data)} ${addForm(data)}
      </section>
      ${data.step && data.key !== undefined && stepForm(data, data.step, data.key)}
    </div>
    ${graph.steps.length > 0 && builderScript.markup}`
}

function draftNote({ automation, draft, writer, graph }: EditorPageData): Html | false {
  if (!draft) return graph.steps.length > 0 && html`<p class="lead">No unpublished changes.</p>`
  return html`<p class="lead">
      Draft, last edited ${dateTime(draft.updated_at)} by <bdi>${writer ?? 'a former member'}</bdi>. New runs use it
      after you publish it.
    </p>
    ${
      draft.graph_version < automation.graph_version &&
      html`<p class="warning">
        A newer version was published after this draft was created. Publishing this draft replaces that version.
      </p>`
    }`
}

/** The hidden field with the revision that the page shows. */
const seenField = ({ draft }: EditorPageData): Record<string, string> => ({ seen: String(draft?.revision ?? 0) })

/** The id of the step's form. Each button next to it saves the step, so that no input is lost. */
const STEP_FORM = 'step-form'

function saveForms(data: EditorPageData): Html {
  const { automation, draft } = data
  const path = pathOf(automation)
  const act = { about: automation.name }
  const button = { form: STEP_FORM, about: automation.name }
  // Enter in a field presses the first button
  return html`<div class="acts">
    ${
      draft &&
      html`${formButton({ ...button, label: 'Save step' })}
      ${formButton({ ...button, label: 'Publish', path: `${path}/edit/save`, kind: 'main' })}`
    }
    <a class="button" href="${path}/simulate">Simulate</a>
    ${
      draft &&
      confirmForm({
        ...act,
        path: `${path}/edit/discard`,
        label: 'Discard draft',
        question: 'All unpublished changes are lost.',
      })
    }
  </div>`
}

/** The same title as in the diagram. */
const stepTitle = (type: string): string => titleOf({ type } as Step)

function stepPath(path: string, key: string): string {
  return `${path}/edit?${new URLSearchParams({ step: key })}#step`
}

function faultList(faults: readonly DraftFault[], path: string): Html {
  return html`<section class="warning obstacles" aria-labelledby="faults">
    <h2 id="faults">Fix these before publishing</h2>
    <ul>
      ${faults.map(
        ({ step, message }) =>
          html`<li>
            ${
              step !== undefined &&
              html`<a href="${stepPath(path, step)}"><bdi>${step}</bdi></a
                >: `
            }${message}
          </li>`,
      )}
    </ul>
  </section>`
}

function editorDrawing({ automation, graph, faults, named, key }: EditorPageData): ReturnType<typeof drawingOf> {
  const byKey = new Map(named.steps.map(step => [step.key, step]))
  const steps = graph.steps.map(step => byKey.get(step.key) ?? (step as Step))
  const marks = faults.all.some(({ step }) => step !== undefined) ? faultMarks(graph, faults) : undefined
  return drawingOf({ steps, connections: graph.connections }, `Steps of ${automation.name}`, marks, {
    description: 'Each step links to its form.',
    to: step => stepPath(pathOf(automation), step),
    unfinished: faults.unfinished,
    current: key,
  })
}

/** The faults of each step, in its box. */
function faultMarks({ steps }: DraftGraph, { all }: DraftFaults): RunMarks {
  const marks = steps.map(({ key }): [string, Mark] => {
    const fault = all.find(({ step }) => step === key)
    const mark = fault
      ? { status: 'failed' as const, words: fault.message }
      : { status: 'completed' as const, words: 'Complete' }
    return [key, { ...mark, reached: false, ended_at: null }]
  })
  return { steps: new Map(marks), taken: new Set() }
}

/** The content of the diagram, as a list. */
function stepLinks({ automation, graph, key }: EditorPageData): Html {
  return html`<nav aria-label="Steps">
    <ol class="step-links">
      ${graph.steps.map(
        step =>
          html`<li>
            <a href="${stepPath(pathOf(automation), step.key)}" ${step.key === key && html`aria-current="step"`}
              ><bdi>${step.key}</bdi></a
            >
            <span class="soft">${stepTitle(step.type)}</span>
          </li>`,
      )}
    </ol>
  </nav>`
}

function exitName({ from, type }: Exit, { connections }: DraftGraph, isAlone: boolean): string {
  const to = connections.find(each => isAt(each, { from, type }))?.to
  const way = connectionLabel({ from, to: '', type }, isAlone)
  const after = way === '' ? `After ${from}` : `After ${from}, ${way}`
  return to === undefined ? after : `${after}, before ${to}`
}

function addForm(data: EditorPageData): Html {
  const { automation, graph, key } = data
  const hasTrigger = graph.steps.some(({ type }) => type === 'trigger')
  const types = [...stepSchemas().keys()].filter(type => !hasTrigger || type !== 'trigger')
  const exits = exitsOf(graph)
  const own = exits.filter(({ from }) => from === key)
  const free = own.find(exit => !graph.connections.some(each => isAt(each, exit))) ?? own[0]
  return panelForm({
    title: 'Add step',
    path: `${pathOf(automation)}/edit/add`,
    isOpen: graph.steps.length < 2,
    fields: html`<input type="hidden" name="seen" value="${seenField(data).seen}" />
      ${choice({ name: 'type', title: 'Step type', options: types.map(id => ({ id, name: stepTitle(id) })) })}
      ${
        exits.length > 0 &&
        choice({
          name: 'at',
          title: 'Position',
          none: 'Not connected',
          options: exits.map(exit => ({
            id: exitText(exit),
            name: exitName(exit, graph, exits.filter(({ from }) => from === exit.from).length === 1),
          })),
          chosen: free && exitText(free),
        })
      }`,
    label: 'Add step',
  })
}

function stepForm(data: EditorPageData, step: DraftStep, key: string): Html {
  const { automation, graph, faults, choices } = data
  const path = pathOf(automation)
  const own = faults.all.filter(each => each.step === key)
  const byPath = new Map(own.flatMap(({ path: field, message }) => (field === undefined ? [] : [[field, message]])))
  const description = resolvedSchema(stepSchemas().get(step.type)!).description
  const isSaved = !formOutcome().form.has('name')
  return html`<section class="card" id="step" data-type="${step.type}" aria-labelledby="step-title">
    <h2 id="step-title"><bdi>${key}</bdi>: ${stepTitle(step.type)}</h2>
    ${description !== undefined && html`<p class="soft">${describedBy(description)}</p>`}
    ${
      own.length > 0 &&
      html`<ul class="trouble">
        ${own.map(({ message }) => html`<li>${message}</li>`)}
      </ul>`
    }
    <form method="post" action="${path}/edit/step" id="${STEP_FORM}" ${isSaved && html`data-saved`}>
      ${csrfField()} <input type="hidden" name="next" />
      <input type="hidden" name="seen" value="${seenField(data).seen}" />
      <input type="hidden" name="key" value="${key}" />
      ${field('Step name', { name: 'name', required: true, maxlength: 255, autocomplete: 'off', value: step.key })}
      ${schemaFields(
        configSchema(step.type),
        { path: 'config', title: '', isNeeded: true, value: step.config },
        { faults: byPath, choices },
      )}
      ${nextStepFields(graph, step, key)}
      <button class="main">Save step</button>
    </form>
    ${confirmForm({
      path: `${path}/edit/remove`,
      label: 'Remove step',
      about: key,
      fields: { key, ...seenField(data) },
      question: 'The steps before it are connected to the next step.',
    })}
  </section>`
}

/** The target of each connection of the step. */
function nextStepFields({ steps, connections }: DraftGraph, { type }: DraftStep, key: string): Html {
  const ways = connectionTypesFrom(type)
  const options = steps
    .filter(step => step.key !== key && step.type !== 'trigger')
    .map(step => ({ id: step.key, name: step.key }))
  return html`<fieldset class="part">
    <legend>Next step</legend>
    ${ways.map(way =>
      choice({
        name: `way.${way}`,
        title: titleOfField(connectionLabel({ from: key, to: '', type: way }, ways.length === 1) || 'Always'),
        none: 'None: the run ends',
        options,
        chosen: connections.find(each => isAt(each, { from: key, type: way }))?.to,
      }),
    )}
  </fieldset>`
}
