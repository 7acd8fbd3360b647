// The templates of a team: lists, shows, edits, publishes, duplicates and deletes them, and starts broadcasts from them.
import { findPropertiesByKey } from '../../../../audience/contact-properties/actions.ts'
import { listSegments } from '../../../../audience/segments/store.ts'
import { listTopics } from '../../../../audience/topics/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { truncate } from '../../../../base/text/length.ts'
import { findContentFaultsInThread } from '../../../../base/threads/mails.ts'
import { createBroadcast } from '../../../../campaigns/broadcasts/actions.ts'
import { BROADCAST_NAME_MAX } from '../../../../campaigns/broadcasts/rules.ts'
import { copyMarkdown, templateResource } from '../../../../campaigns/editor/actions.ts'
import {
  updateTemplate,
  duplicateTemplate,
  removeTemplate,
  findTemplateDraftIfAny,
  findVersionOf,
  publishTemplate,
  createTemplate,
} from '../../../../mail/templates/actions.ts'
import type { TemplateDraft, TemplateRecord } from '../../../../mail/templates/rules.ts'
import { listTemplates } from '../../../../mail/templates/store.ts'
import { type Mailing, previewMailing, withFoundVariables } from '../../../../mail/templates/mailing.ts'
import { type DashboardPage, openPage, page, type Redirect } from '../../page.ts'
import { requireFound } from '../../problems.ts'
import { facts, tag } from '../../ui/facts.ts'
import { choice } from '../../ui/fields.ts'
import { inlineForm, confirmForm, formMessages, panelForm } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { emptyText, findPage, isListEmpty, type ListColumn, listPage } from '../../ui/table.ts'
import { timeAgo, dateTime } from '../../ui/time.ts'
import { topicField, topicFromForm } from '../broadcasts/form.ts'
import { blocksPages } from '../editor/blocks.ts'
import {
  editorData,
  type EditorOf,
  editorPages,
  findEditor,
  type OneVisit,
  previewHtmlPage,
  sampleValues,
  savingPages,
} from '../editor/editor.ts'
import { withFailureTitle } from '../editor/saving.ts'
import { editorButton, type EditorData, editorPart, formatButtons } from '../editor/view.ts'
import {
  differencesOf,
  templateFields,
  templateFromForm,
  templateNameField,
  variableFields,
  variablesOf,
} from './form.ts'

/** Maximum entries of a select. */
const OPTIONS_MAX = 100

const DONE_WITH_ONE = {
  made: 'Template created.',
  changed: 'Template updated.',
  published: 'Template published.',
  duplicated: 'Template duplicated. This is the copy.',
  restored: 'Version restored as the draft. Publish it to use it in emails.',
}

const COLUMNS: readonly ListColumn<TemplateRecord>[] = [
  { title: 'Template', cell: ({ id, name }) => html`<a href="/templates/${id}"><bdi>${name}</bdi></a>` },
  { title: 'Status', cell: templateTag },
  { title: 'Alias', cell: ({ alias }) => alias !== null && html`<code>${alias}</code>` },
  { title: 'Updated', cell: ({ updated_at }) => timeAgo(updated_at) },
]

const templateList = page('GET /templates', 'member', async ({ tx, team_id, query }) => {
  const rows = await findPage(query, part => listTemplates(tx, { team_id }, part))
  const label = 'Create template'
  const body = (): Html =>
    html`<h1>Templates</h1>
      <p class="lead">Reusable emails for broadcasts, automations and API requests.</p>
      ${doneNote()}
      ${panelForm({ title: label, path: '/templates/make', trouble: formOutcome().trouble, isOpen: isListEmpty(rows), fields: templateNameField(), label })}
      ${listPage('/templates', rows, {
        columns: COLUMNS,
        empty: emptyText(rows, 'No templates yet. Create one for emails that you send repeatedly.'),
        label: 'Templates',
      })}`
  return { title: 'Templates', done: { deleted: 'Template deleted.' }, body }
})

/** Whether emails can be rendered from it, and whether its draft differs. */
function templateTag({ published_version_id, current_version_id }: TemplateRecord): Html {
  if (published_version_id === null) return tag('Draft')
  return published_version_id === current_version_id
    ? tag('Published', 'good')
    : tag('Published, unpublished changes', 'wait')
}

export async function requireTemplate(visit: OneVisit): Promise<TemplateDraft> {
  return requireFound(await findTemplateDraftIfAny(visit, visit.params.id), 'template')
}

const templateEditor: EditorOf<TemplateDraft> = {
  path: '/templates',
  find: requireTemplate,
  edited: ({ template }) => ({ ...template, path: `/templates/${template.id}` }),
  /** As in the other formats, variables are declared by their use. */
  resource: draft => ({
    ...templateResource(draft),
    change: (unit, content) =>
      updateTemplate(unit, draft, {
        ...content,
        variables: withFoundVariables(variablesOf(draft.version), [content.html]),
      }),
  }),
  save: (visit, draft, markup) => updateTemplate(visit, draft, templateFromForm(visit.form, draft, markup)),
  copy: (visit, draft) => duplicateTemplate(visit, draft),
  tested: draft => {
    const { html: markup, text, ...head } = sampleOf(draft)
    return { broadcast: { ...head, preview_text: null, topic_id: null }, content: { html: markup || null, text } }
  },
}

/** In a sample, a variable without a default value shows its name. */
function sampleOf({ version }: TemplateDraft): Mailing {
  return previewMailing(version, key => key)
}

/** Generating the text and checking for faults takes long for large HTML, so both follow the transaction. */
const templatePage = openPage('GET /templates/:id', 'member', async ({ asVisitor, query }) => {
  const { source, ...loaded } = await asVisitor(findTemplatePage)
  const { draft, fallbacks } = loaded
  const { subject, html: markup, text } = sampleOf(draft)
  const editor = await editorData(source, query.get('as'), { html: markup, text })
  const content = { subject, preview_text: null, html: markup, text, properties: Object.fromEntries(fallbacks) }
  const faults = await findContentFaultsInThread(content, source.visitor.team.id)
  // many templates are for transactional email, which has no unsubscribe link
  const warnings = faults.filter(({ code }) => code !== 'missing_unsubscribe_link')
  return {
    title: draft.template.name,
    done: DONE_WITH_ONE,
    body: () => templateBody(loaded, editor, warnings),
    script_source: editor.script_source,
  }
})

async function findTemplatePage(visit: OneVisit) {
  const { tx, team_id } = visit
  const draft = await requireTemplate(visit)
  const { template, version } = draft
  const { published_version_id: published } = template
  const other = published === null || published === version.id ? version : await findVersionOf(visit, draft, published)
  const properties = [...(await findPropertiesByKey(tx, team_id))]
  return {
    draft,
    source: await findEditor(templateEditor, visit, draft),
    differences: other ? differencesOf(version, other) : [],
    segments: (await listSegments(tx, team_id, { limit: OPTIONS_MAX })).rows.map(({ id, name }) => ({ id, name })),
    topics: (await listTopics(tx, { team_id }, { limit: OPTIONS_MAX })).rows.map(({ id, name }) => ({ id, name })),
    fallbacks: properties.map(([key, { fallback_value }]) => [key, fallback_value] as const),
  }
}

type TemplatePageData = Omit<Awaited<ReturnType<typeof findTemplatePage>>, 'source'>

function templateBody(
  data: TemplatePageData,
  editor: EditorData,
  warnings: readonly { message: string; where?: string | undefined }[],
): Html {
  const { template, version } = data.draft
  return html`${backLink('/templates', 'Templates')}
    <h1><bdi>${template.name}</bdi></h1>
    ${formMessages()}
    <p class="lead">${templateTag(template)} ${statusWords(data)}</p>
    <div class="acts">${templateButtons(data, editor)}</div>
    ${facts([
      ['Created', dateTime(template.created_at)],
      template.published_at !== null && ['Published', dateTime(template.published_at)],
      ['Template ID', html`<code>${template.id}</code>`],
    ])}
    ${editorPart(editor, {
      fields: templateFields(data.draft),
      more: variableFields(version),
      variables: version.variables.map(({ key }) => key),
      button: html`<button formaction="/templates/${template.id}/publish">Publish</button>`,
      warnings,
    })}`
}

function statusWords({ draft: { template }, differences }: TemplatePageData): string {
  if (template.published_version_id === null) return 'Publish the template to use it in emails.'
  if (template.published_version_id === template.current_version_id) return 'Emails use the content below.'
  const names = differences.length === 0 ? 'nothing' : differences.join(', ')
  return `Emails use the published version. The draft differs in: ${names}.`
}

function templateButtons({ draft: { template }, segments, topics }: TemplatePageData, editor: EditorData): Html {
  const { id, name } = template
  const { edited } = editor
  const path = `/templates/${id}`
  // Enter in a field presses the first button
  return html`${editorButton(edited, 'Save')} ${editorButton(edited, 'Publish', { act: 'publish' })}
    ${editorButton(edited, 'Send test email', { act: 'test' })} ${formatButtons(editor)}
    ${editorButton(edited, 'Duplicate', { act: 'duplicate' })}
    <a class="button" href="${path}/versions">Version history</a>
    ${
      segments.length > 0 &&
      inlineForm({
        path: `${path}/broadcast`,
        label: 'Create broadcast',
        about: name,
        fields: html`${choice({ name: 'segment_id', title: 'Segment', options: segments, isNeeded: true })}
        ${topicField(topics, entered('topic_id'))}`,
      })
    }
    ${confirmForm({
      path: `${path}/delete`,
      label: 'Delete template',
      about: name,
      question: 'API requests that use the template will be rejected.',
    })}`
}

const savingPage = savingPages(templateEditor, templatePage)

/** As in the API, every member of the team may use these pages. */
export const templatePages: DashboardPage[] = [
  templateList,

  page(
    'POST /templates/make',
    'member',
    async visit =>
      backToTemplate(await createTemplate(visit, { name: (visit.form.get('name') ?? '').trim(), html: '' }), 'made'),
    { refused: templateList },
  ),

  templatePage,

  previewHtmlPage('GET /templates/:id/html', async visit => {
    return { html: sampleOf(await requireTemplate(visit)).html, values: await sampleValues(visit) }
  }),

  ...editorPages(templateEditor, templatePage),
  ...blocksPages(templateEditor),

  savingPage('publish', 'Not published', async (visit, draft) => {
    await publishTemplate(visit, draft)
    return backToTemplate(draft.template.id, 'published')
  }),

  page(
    'POST /templates/:id/broadcast',
    'member',
    visit => withFailureTitle('Broadcast not created', () => startBroadcast(visit)),
    { refused: templatePage },
  ),

  page('POST /templates/:id/delete', 'member', async visit => {
    await removeTemplate(visit, await requireTemplate(visit))
    return { location: '/templates?done=deleted' }
  }),
]

export function backToTemplate(id: string, done: keyof typeof DONE_WITH_ONE): Redirect {
  return { location: `/templates/${id}?done=${done}` }
}

/** A draft of a broadcast with the content of the template. */
async function startBroadcast(visit: OneVisit): Promise<Redirect> {
  const draft = await requireTemplate(visit)
  const { from, subject, reply_to, html: markup, text } = previewMailing(draft.version)
  const id = await createBroadcast(visit, {
    name: truncate(draft.template.name, BROADCAST_NAME_MAX),
    segment_id: visit.form.get('segment_id') ?? '',
    ...(visit.form.has('topic_id') && { topic_id: topicFromForm(visit.form) }),
    from: from ?? '',
    subject: subject ?? '',
    reply_to,
    html: markup,
    text,
  })
  if (markup === draft.version.html) await copyMarkdown(visit, templateResource(draft), { type: 'broadcast', id })
  return { location: `/broadcasts/${id}?done=made` }
}
