// The page on which a graph is edited: the diagram, where each step links to its form, the form, and the faults.
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { titleOf, waysFrom } from '../../../../../campaigns/automations/steps/index.ts'
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
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { choice, field } from '../../../ui/fields.ts'
import { confirmForm, csrfField, formButton, panelForm, troubleBox } from '../../../ui/forms.ts'
import { describedBy, type Option, schemaFields, titleOfField } from '../../../ui/schema/fields.ts'
import { builderScript } from '../../../ui/scripts.ts'
import { resolvedSchema } from '../../../ui/schema/shape.ts'
import { moment } from '../../../ui/time.ts'
import { drawingOf, type Mark, type RunMarks } from '../drawing.ts'
import { graphBox } from '../graph-box.ts'
import { wayWords } from '../words.ts'
import type { DraftFault, DraftFaults } from './faults.ts'
import { configSchema, exitText, stepSchemas } from './step-form.ts'

interface Shown extends FormOutcome {
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
  visitor: Visitor
}

const pathOf = ({ id }: AutomationRecord): string => `/automations/${encodeURIComponent(id)}`

export function editorBody(shown: Shown): Html {
  const { automation, graph, draft, faults, done, trouble } = shown
  const path = pathOf(automation)
  return html`<p>
      <a class="back" href="${path}"><bdi>${automation.name}</bdi></a>
    </p>
    <h1>Edit the graph</h1>
    ${done} ${troubleBox(trouble)} ${draftNote(shown)} ${graph.steps.length > 0 && saveForms(shown)}
    ${faults.all.length > 0 && (draft || automation.graph) ? faultList(faults.all, path) : ''}
    <div class="builder">
      <section aria-labelledby="graph">
        <h2 id="graph">Steps</h2>
        ${graph.steps.length > 0 ? graphBox(editorDrawing(shown)) : html`<p class="empty">It has no steps yet.</p>`}
        ${stepLinks(shown)} ${addForm(shown)}
      </section>
      ${shown.step && shown.key !== undefined && stepForm(shown, shown.step, shown.key)}
    </div>
    ${graph.steps.length > 0 && builderScript.markup}`
}

function draftNote({ automation, draft, writer, graph }: Shown): Html | false {
  if (!draft) return graph.steps.length > 0 && html`<p class="lead">Nothing is changed yet.</p>`
  return html`<p class="lead">
      A draft, changed ${moment(draft.updated_at)} by <bdi>${writer ?? 'a person who has left'}</bdi>. It takes effect
      when you publish it.
    </p>
    ${
      draft.graph_version < automation.graph_version &&
      html`<p class="warning">
        The graph was replaced since this draft was begun. Saving the draft replaces it again.
      </p>`
    }`
}

/** The hidden field with the revision that the page shows. */
const seenField = ({ draft }: Shown): Record<string, string> => ({ seen: String(draft?.revision ?? 0) })

/** The id of the step's form. Each button next to it saves the step, so that no input is lost. */
const STEP_FORM = 'step-form'

function saveForms(shown: Shown): Html {
  const { automation, draft } = shown
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
    <a class="button" href="${path}/simulate">Try it out</a>
    ${
      draft &&
      confirmForm({
        ...act,
        path: `${path}/edit/discard`,
        label: 'Discard the draft',
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
    <h2 id="faults">What is missing</h2>
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

function editorDrawing({ automation, graph, faults, named, key }: Shown): ReturnType<typeof drawingOf> {
  const byKey = new Map(named.steps.map(step => [step.key, step]))
  const steps = graph.steps.map(step => byKey.get(step.key) ?? (step as Step))
  const marks = faults.all.some(({ step }) => step !== undefined) ? faultMarks(graph, faults) : undefined
  return drawingOf({ steps, connections: graph.connections }, `The steps of ${automation.name}`, marks, {
    description: 'Each step leads to its form.',
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
      : { status: 'completed' as const, words: 'Filled in' }
    return [key, { ...mark, reached: false, ended_at: null }]
  })
  return { steps: new Map(marks), taken: new Set() }
}

/** The content of the diagram, as a list. */
function stepLinks({ automation, graph, key }: Shown): Html {
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
  const way = wayWords({ from, to: '', type }, isAlone)
  const after = way === '' ? `After ${from}` : `After ${from}, ${way}`
  return to === undefined ? after : `${after}, before ${to}`
}

function addForm(shown: Shown): Html {
  const { automation, graph, key } = shown
  const hasTrigger = graph.steps.some(({ type }) => type === 'trigger')
  const types = [...stepSchemas().keys()].filter(type => !hasTrigger || type !== 'trigger')
  const exits = exitsOf(graph)
  const own = exits.filter(({ from }) => from === key)
  const free = own.find(exit => !graph.connections.some(each => isAt(each, exit))) ?? own[0]
  return panelForm({
    title: 'Add a step',
    path: `${pathOf(automation)}/edit/add`,
    isOpen: graph.steps.length < 2,
    fields: html`<input type="hidden" name="seen" value="${seenField(shown).seen}" />
      ${choice({ name: 'type', title: 'What it does', options: types.map(id => ({ id, name: stepTitle(id) })) })}
      ${
        exits.length > 0 &&
        choice({
          name: 'at',
          title: 'Where',
          none: 'Nowhere yet',
          options: exits.map(exit => ({
            id: exitText(exit),
            name: exitName(exit, graph, exits.filter(({ from }) => from === exit.from).length === 1),
          })),
          chosen: free && exitText(free),
        })
      }`,
    label: 'Add the step',
  })
}

function stepForm(shown: Shown, step: DraftStep, key: string): Html {
  const { automation, graph, faults, choices } = shown
  const path = pathOf(automation)
  const own = faults.all.filter(each => each.step === key)
  const byPath = new Map(own.flatMap(({ path: field, message }) => (field === undefined ? [] : [[field, message]])))
  const description = resolvedSchema(stepSchemas().get(step.type)!).description
  return html`<section class="card" id="step" data-type="${step.type}" aria-labelledby="step-title">
    <h2 id="step-title"><bdi>${key}</bdi>: ${stepTitle(step.type)}</h2>
    ${description !== undefined && html`<p class="soft">${describedBy(description)}</p>`}
    ${
      own.length > 0 &&
      html`<ul class="trouble">
        ${own.map(({ message }) => html`<li>${message}</li>`)}
      </ul>`
    }
    <form method="post" action="${path}/edit/step" id="${STEP_FORM}" ${!shown.form.has('name') && html`data-saved`}>
      ${csrfField()} <input type="hidden" name="next" />
      <input type="hidden" name="seen" value="${seenField(shown).seen}" />
      <input type="hidden" name="key" value="${key}" />
      ${field('Name of the step', { name: 'name', required: true, maxlength: 255, autocomplete: 'off', value: step.key })}
      ${schemaFields(
        configSchema(step.type),
        { path: 'config', title: '', isNeeded: true, value: step.config },
        { faults: byPath, choices },
      )}
      ${waysFields(graph, step, key)}
      <button class="main">Save step</button>
    </form>
    ${confirmForm({
      path: `${path}/edit/remove`,
      label: 'Remove the step',
      about: key,
      fields: { key, ...seenField(shown) },
      question: 'What led to it then leads to the step after it.',
    })}
  </section>`
}

/** The target of each way of the step. */
function waysFields({ steps, connections }: DraftGraph, { type }: DraftStep, key: string): Html {
  const ways = waysFrom(type)
  const options = steps
    .filter(step => step.key !== key && step.type !== 'trigger')
    .map(step => ({ id: step.key, name: step.key }))
  return html`<fieldset class="part">
    <legend>What comes next</legend>
    ${ways.map(way =>
      choice({
        name: `way.${way}`,
        title: titleOfField(wayWords({ from: key, to: '', type: way }, ways.length === 1) || 'Then'),
        none: 'Nothing: the run ends',
        options,
        chosen: connections.find(each => isAt(each, { from: key, type: way }))?.to,
      }),
    )}
  </fieldset>`
}
