// The automation builder: creates automations, and edits their graph in a draft. Each form works without a script.
import {
  updateAutomation,
  removeAutomation,
  createAutomation,
  duplicateAutomation,
} from '../../../../../campaigns/automations/actions.ts'
import type { AutomationRecord } from '../../../../../campaigns/automations/store/automations.ts'
import { connectionTypesFrom } from '../../../../../campaigns/automations/steps/index.ts'
import {
  changedMeanwhileRefusal,
  discardGraphDraft,
  type EditedGraph,
  findEditedGraph,
  saveEditedGraph,
} from '../../../../../campaigns/automations/drafts/actions.ts'
import {
  type DraftGraph,
  exitsOf,
  freeKey,
  withChangedStep,
  withoutStep,
  withStep,
} from '../../../../../campaigns/automations/drafts/draft.ts'
import type { Graph } from '../../../../../campaigns/automations/graph/graph.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../../page.ts'
import { FormFault, requireFound, problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { formOutcome } from '../../../ui/reader.ts'
import { builderScript, pageScripts } from '../../../ui/scripts.ts'
import { formText } from '../../../ui/form-values.ts'
import { findPeople } from '../../inboxes/find.ts'
import { namedGraph, requireAutomation } from '../automation.ts'
import { AUTOMATION_EXAMPLES, exampleGraph } from './examples.ts'
import { draftFaults, readyToSave } from './faults.ts'
import { exitText, findOptions, refuseLostSecrets, stepFromForm, stepTypeFromForm } from './step-form.ts'
import { editorBody } from './view.ts'

/** Space for the longest step: the body of an HTTP request, with each byte of it encoded. */
const STEP_FORM_BYTES = 400_000

const DONE = {
  made: 'Automation created. Fill in its steps, then publish it.',
  copied: 'Automation duplicated. Edit and enable the copy, then disable the original.',
  added: 'Step added. Fill in its settings.',
  saved: 'Step saved.',
  removed: 'Step removed.',
}

type BuilderVisit = Visit<Visitor, 'GET /automations/:id/edit'>

const editor = page('GET /automations/:id/edit', 'member', async ({ tx, team_id, params, query, fault, form }) => {
  const automation = await requireAutomation(tx, team_id, params.id)
  if (automation.status === 'enabled') {
    if (fault) throw problem(fault.status, 'Automation not updated', fault.message)
    return { location: `/automations/${automation.id}` }
  }
  const { graph, draft } = await findEditedGraph(tx, automation)
  const people = draft ? await findPeople({ tx, team_id }) : new Map<string, string>()
  const faults = draftFaults(graph)
  const at = form.get('key') ?? query.get('step')
  const step = graph.steps.find(({ key }) => key === at) ?? graph.steps[0]
  const finished = graph.steps.filter(({ key }) => !faults.unfinished.has(key))
  const named = await namedGraph(tx, team_id, { ...graph, steps: finished } as Graph)
  const choices = step ? await findOptions(tx, team_id, step.type) : new Map()
  return {
    title: `Edit ${automation.name}`,
    done: DONE,
    script_source: `${pageScripts.source} ${builderScript.source}`,
    body: () =>
      editorBody({
        automation,
        writer: draft && people.get(draft.writer_id),
        graph,
        draft,
        faults,
        step: step && formOutcome().form.has('name') ? stepFromForm(step, formOutcome().form) : step,
        key: step?.key,
        named,
        choices,
      }),
  }
})

export const builderPages: DashboardPage[] = [
  page(
    'POST /automations/make',
    'member',
    async visit => {
      const { form, visitor } = visit
      const example = requireFound(AUTOMATION_EXAMPLES[form.get('example') ?? 'nothing'], 'example')
      const event = formText(form, 'event')
      const { id } = await createAutomation(visit, { name: form.get('name') ?? '', status: 'disabled' })
      const automation = await requireAutomation(visit.tx, visit.team_id, id)
      const graph = exampleGraph(example, event)
      await saveEditedGraph(visit, automation, { graph, draft: undefined, writer_id: visitor.user.id })
      return { location: editorPath(id, { done: 'made' }) }
    },
    { refused: 'Automation not created' },
  ),

  page('POST /automations/:id/duplicate', 'member', async visit => {
    const { id } = await duplicateAutomation(visit, await requireAutomation(visit.tx, visit.team_id, visit.params.id))
    return { location: editorPath(id, { done: 'copied' }) }
  }),

  page('POST /automations/:id/delete', 'member', async visit => {
    requireFound(await removeAutomation(visit, visit.params.id), 'automation')
    return { location: '/automations?done=deleted' }
  }),

  editor,

  page(
    'POST /automations/:id/edit/add',
    'member',
    async visit => {
      const { form } = visit
      const type = stepTypeFromForm(form)
      let key = ''
      await edit(visit, graph => {
        key = freeKey(graph, type)
        const at = exitsOf(graph).find(exit => exitText(exit) === form.get('at'))
        return withStep(graph, { key, type, config: {} }, at)
      })
      return { location: editorPath(visit.params.id, { step: key, done: 'added' }) }
    },
    { refused: editor },
  ),

  page(
    'POST /automations/:id/edit/step',
    'member',
    async visit => {
      const { form, params } = visit
      const key = await saveStep(visit)
      // the key of the step to open, unless it is the current one, which may have a new key
      const next = form.get('next') || form.get('key')
      return { location: editorPath(params.id, { step: next === form.get('key') ? key : next!, done: 'saved' }) }
    },
    { refused: editor, form_bytes: STEP_FORM_BYTES },
  ),

  page(
    'POST /automations/:id/edit/remove',
    'member',
    async visit => {
      await edit(visit, graph => withoutStep(graph, visit.form.get('key') ?? ''))
      return { location: editorPath(visit.params.id, { done: 'removed' }) }
    },
    { refused: editor },
  ),

  /** First saves the form of a step, in a separate transaction, so that it remains saved if publishing is refused. */
  openPage(
    'POST /automations/:id/edit/save',
    'member',
    async ({ form, asVisitor }) => {
      if (form.has('key')) {
        const saved = await asVisitor(async visit => {
          const key = await saveStep(visit)
          const automation = await requireAutomation(visit.tx, visit.team_id, visit.params.id)
          return { key, revision: (await findEditedGraph(visit.tx, automation)).draft!.revision }
        })
        form.set('seen', String(saved.revision))
        form.set('key', saved.key)
        // a refusal shows the step as it is now stored
        form.delete('name')
      }
      return asVisitor(async visit => {
        const { automation, edited } = await requireSeen(visit)
        if (draftFaults(edited.graph).all.length > 0)
          throw new FormFault('The automation was not published. Fix the problems below first.')
        await updateAutomation(visit, automation, readyToSave(edited.graph))
        await discardGraphDraft(visit.tx, automation)
        return { location: `/automations/${automation.id}?done=saved` }
      })
    },
    { refused: editor, form_bytes: STEP_FORM_BYTES },
  ),

  page('POST /automations/:id/edit/discard', 'member', async visit => {
    const automation = await requireAutomation(visit.tx, visit.team_id, visit.params.id)
    await discardGraphDraft(visit.tx, automation)
    return { location: `/automations/${automation.id}?done=discarded` }
  }),
]

function editorPath(id: string, query: Record<string, string>): string {
  return `/automations/${encodeURIComponent(id)}/edit?${new URLSearchParams(query)}#step`
}

/** Saves the form of a step in the draft. Returns the key of the step, which may be new. */
async function saveStep(visit: BuilderVisit): Promise<string> {
  const { form } = visit
  const key = form.get('key') ?? ''
  let name = key
  await edit(visit, graph => {
    const before = requireFound(
      graph.steps.find(each => each.key === key),
      'step',
    )
    const step = stepFromForm(before, form)
    refuseLostSecrets(before, step)
    name = step.key
    const ways = connectionTypesFrom(step.type).flatMap(way => {
      const to = form.get(`way.${way}`)
      return to ? [[way, to] as const] : []
    })
    return withChangedStep(graph, key, { step, ways: new Map(ways) })
  })
  return name
}

/** Changes the draft, or creates one. */
async function edit(visit: BuilderVisit, change: (graph: DraftGraph) => DraftGraph): Promise<void> {
  const { automation, edited } = await requireSeen(visit)
  await saveEditedGraph(visit, automation, {
    draft: edited.draft,
    graph: change(edited.graph),
    writer_id: visit.visitor.user.id,
  })
}

/** The edited graph. Refuses if it differs from the one that the person opened, or if the graph is in use. */
async function requireSeen({
  tx,
  team_id,
  params,
  form,
}: BuilderVisit): Promise<{ automation: AutomationRecord; edited: EditedGraph }> {
  const automation = await requireAutomation(tx, team_id, params.id)
  if (automation.status === 'enabled') {
    throw new FormFault('The automation is enabled. Edit a copy, or disable it first.')
  }
  const edited = await findEditedGraph(tx, automation)
  if (form.get('seen') !== String(edited.draft?.revision ?? 0)) throw changedMeanwhileRefusal()
  return { automation, edited }
}
