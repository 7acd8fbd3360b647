// The templates of a team: lists, shows, edits, publishes, duplicates and deletes them, and starts broadcasts from them.
import { propertiesOf } from '../../../../audience/contact-properties/actions.ts'
import { listContactProperties } from '../../../../audience/contact-properties/store.ts'
import { listSegments } from '../../../../audience/segments/store.ts'
import { listTopics } from '../../../../audience/topics/store.ts'
import { shortened } from '../../../../base/text/length.ts'
import { type ContactValues, fillPlaceholders } from '../../../../base/text/placeholders.ts'
import { contentFaultsOf, shownTextOf } from '../../../../base/threads/mails.ts'
import { writeBroadcast } from '../../../../campaigns/broadcasts/actions.ts'
import { BROADCAST_NAME_MAX } from '../../../../campaigns/broadcasts/rules.ts'
import { sendTest } from '../../../../campaigns/broadcasts/testing/actions.ts'
import {
  copyWritten,
  findComposed,
  findWritten,
  keepWritten,
  listAgentNames,
  templateResource,
  type WrittenMarkdown,
} from '../../../../campaigns/editor/actions.ts'
import {
  changeTemplate,
  copyTemplate,
  dropTemplate,
  findDraftIfAny,
  findVersionOf,
  publishDraft,
  writeTemplate,
} from '../../../../mail/templates/actions.ts'
import type { Draft } from '../../../../mail/templates/rules.ts'
import { listTemplates } from '../../../../mail/templates/store.ts'
import { type Mailing, mailingOf } from '../../../../mail/templates/mailing.ts'
import { type DashboardPage, openPage, page, type Redirect, type Visit } from '../../page.ts'
import { found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { framedPreview, mailHeaders } from '../../ui/mail-frame.ts'
import { listImages } from '../../../../mail/images/store.ts'
import { writingScript } from '../../ui/scripts.ts'
import { findPage } from '../../ui/table.ts'
import { orSay } from '../broadcasts/actions.ts'
import { topicFromForm } from '../broadcasts/asked.ts'
import { IMAGES_BESIDE } from '../images/view.ts'
import { findPeople } from '../inboxes/find.ts'
import {
  autosavePage,
  EDITOR_FORM_BYTES,
  exampleValues,
  findWriting,
  findWrittenIn,
  refuseUnseenChange,
} from '../writing/content.ts'
import type { Beside } from '../writing/view.ts'
import { askedTemplate } from './asked.ts'
import { differencesOf } from './differences.ts'
import { templatesBody } from './list-view.ts'
import { templateBody } from './view.ts'

/** Maximum segments in a select, and maximum properties in the list of placeholders. */
const NAMED_MAX = 100

const DONE = { deleted: 'The template was deleted.' }

const DONE_WITH_ONE = {
  made: 'The draft is made. Write what it says.',
  changed: 'The template is saved.',
  published: 'It is published: mails are made from it now.',
  duplicated: 'This is the copy, a draft.',
  restored: 'The draft has the content of that version. Publish it to have mails made from it.',
}

/** Pages to continue at after saving in the editor, other than the editor itself. */
const NEXT: Record<string, (id: string) => string> = {
  blocks: id => `/templates/${id}/blocks`,
  markdown: id => `/templates/${id}?done=changed&as=markdown`,
  html: id => `/templates/${id}?done=changed&as=html`,
}

const templateList = page('GET /templates', 'member', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listTemplates(tx, { team_id }, asked))
  return { title: 'Templates', done: DONE, body: outcome => templatesBody({ ...outcome, page, visitor }) }
})

export type VisitOfTemplate = Visit<Visitor, 'POST /templates/:id'>

export async function findTemplateOr(visit: VisitOfTemplate): Promise<Draft> {
  return found(await findDraftIfAny(visit, visit.params.id), 'template')
}

/** Generating the text and checking for faults takes long for large HTML, so both follow the transaction. */
const templatePage = openPage('GET /templates/:id', 'member', async ({ asVisitor, query, parts }) => {
  const { resource, written, composed, mailing, values, fallbacks, team_id, ...shown } = await asVisitor(findShown)
  const writing = await findWriting({ resource, written, composed }, team_id, query.get('as'))
  const beside = await findBeside({ ...shown.template, team_id }, mailing, values, fallbacks)
  const { markup: script, source: script_source } = writingScript()
  return {
    title: shown.template.name,
    done: DONE_WITH_ONE,
    body: outcome => templateBody({ ...outcome, ...shown, writing, beside, script, public_url: parts.site.public_url }),
    script_source,
  }
})

async function findShown(visit: VisitOfTemplate) {
  const { tx, team_id, visitor } = visit
  const draft = await findTemplateOr(visit)
  const { template, version } = draft
  const { published_version_id: published } = template
  const other = published === null || published === version.id ? version : await findVersionOf(visit, draft, published)
  const resource = templateResource(draft)
  return {
    ...draft,
    visitor,
    team_id,
    resource,
    differences: other ? differencesOf(version, other) : [],
    written: await findWritten(visit, resource),
    composed: await findComposed(visit, resource),
    people: await findPeople(visit),
    agents: await listAgentNames(visit, template.id),
    images: (await listImages(tx, { team_id }, { limit: IMAGES_BESIDE })).rows,
    segments: (await listSegments(tx, team_id, { limit: NAMED_MAX })).rows.map(({ id, name }) => ({ id, name })),
    topics: (await listTopics(tx, { team_id }, { limit: NAMED_MAX })).rows.map(({ id, name }) => ({ id, name })),
    properties: (await listContactProperties(tx, team_id, { limit: NAMED_MAX })).rows.map(({ key }) => key),
    fallbacks: [...(await propertiesOf(tx, team_id))].map(
      ([key, { fallback_value }]) => [key, fallback_value] as const,
    ),
    mailing: exampleOf(draft),
    values: await exampleValues(visit),
  }
}

/** In an example, a variable without a fallback shows its name. */
function exampleOf({ version }: Draft): Mailing {
  return mailingOf(version, key => key)
}

async function findBeside(
  { id, team_id }: { id: string; team_id: string },
  { subject, html, text }: Mailing,
  values: ContactValues,
  fallbacks: readonly (readonly [string, string | number | null])[],
): Promise<Beside> {
  const checked = { subject, preview_text: null, html, text, properties: Object.fromEntries(fallbacks) }
  const faults = await contentFaultsOf(checked, team_id)
  // many templates are for transactional email, which has no unsubscribe link
  const hints = faults.filter(({ code }) => code !== 'missing_unsubscribe_link')
  const plain = text ?? (await shownTextOf(html, team_id))
  return { src: `/templates/${id}/html`, html, text: fillPlaceholders(plain, values, 'text'), hints }
}

/** As in the API, every member of the team may use these pages. */
export const templatePages: DashboardPage[] = [
  templateList,

  page(
    'POST /templates/make',
    'member',
    async visit =>
      backToTemplate(await writeTemplate(visit, { name: (visit.form.get('name') ?? '').trim(), html: '' }), 'made'),
    { refused: templateList },
  ),

  templatePage,

  openPage('GET /templates/:id/html', 'member', async ({ asVisitor, parts, query }) => {
    const { draft, values } = await asVisitor(async visit => {
      return { draft: await findTemplateOr(visit), values: await exampleValues(visit) }
    })
    const content = framedPreview(fillPlaceholders(exampleOf(draft).html, values, 'html'), query)
    return { type: 'text/html', headers: mailHeaders(parts.site.public_url), content }
  }),

  savingPage('POST /templates/:id/change', 'It was not saved', async ({ params, form }) => {
    const next = form.get('next') ?? ''
    return Object.hasOwn(NEXT, next) ? { location: NEXT[next]!(params.id) } : backToTemplate(params.id, 'changed')
  }),

  autosavePage('POST /templates/:id/autosave', save),

  savingPage('POST /templates/:id/publish', 'It was not published', async (visit, draft) => {
    await publishDraft(visit, draft)
    return backToTemplate(draft.template.id, 'published')
  }),

  savingPage('POST /templates/:id/test', 'No test was sent', async (visit, draft) => {
    const { html, text, ...head } = exampleOf(draft)
    const tested = { broadcast: { ...head, preview_text: null, topic_id: null }, content: { html: html || null, text } }
    const [made] = await sendTest(visit, tested, [visit.visitor.user.email])
    return { location: `/emails/${made!.id}?done=test` }
  }),

  savingPage('POST /templates/:id/duplicate', 'It was not duplicated', async (visit, draft) => {
    const id = await copyTemplate(visit, draft)
    await copyWritten(visit, templateResource(draft), { type: 'template', id })
    return backToTemplate(id, 'duplicated')
  }),

  page(
    'POST /templates/:id/broadcast',
    'member',
    visit => orSay('No broadcast was made', () => startBroadcast(visit as VisitOfTemplate)),
    { refused: templatePage },
  ),

  page('POST /templates/:id/delete', 'member', async visit => {
    await dropTemplate(visit, await findTemplateOr(visit))
    return { location: '/templates?done=deleted' }
  }),
]

export function backToTemplate(id: string, done: keyof typeof DONE_WITH_ONE): Redirect {
  return { location: `/templates/${id}?done=${done}` }
}

/** A draft of a broadcast with the content of the template. */
async function startBroadcast(visit: VisitOfTemplate): Promise<Redirect> {
  const draft = await findTemplateOr(visit)
  const { from, subject, reply_to, html, text } = mailingOf(draft.version)
  const id = await writeBroadcast(visit, {
    name: shortened(draft.template.name, BROADCAST_NAME_MAX),
    segment_id: visit.form.get('segment_id') ?? '',
    ...(visit.form.has('topic_id') && { topic_id: topicFromForm(visit.form) }),
    from: from ?? '',
    subject: subject ?? '',
    reply_to,
    html,
    text,
  })
  if (html === draft.version.html) await copyWritten(visit, templateResource(draft), { type: 'broadcast', id })
  return { location: `/broadcasts/${id}?done=made` }
}

async function save(visit: VisitOfTemplate, written: WrittenMarkdown | undefined): Promise<void> {
  const draft = await findTemplateOr(visit)
  await refuseUnseenChange(visit, draft.template)
  await changeTemplate(visit, draft, askedTemplate(visit.form, draft, written?.html))
  if (written) keepWritten(visit, { type: 'template', id: draft.template.id }, written)
}

/**
 * Like `savingPage` of broadcasts: saves the editor's content in a separate transaction, so that it remains saved if `act` is
 * refused.
 */
function savingPage(
  at: `POST /templates/:id/${string}`,
  title: string,
  act: (visit: VisitOfTemplate, draft: Draft) => Promise<Redirect>,
): DashboardPage {
  return openPage(
    at,
    'member',
    async request => {
      const { form, asVisitor } = request
      const written = await orSay(title, () => findWrittenIn(request), 422)
      if (form.has('name')) await orSay(title, () => asVisitor(visit => save(visit, written)), 422)
      return orSay(title, () => asVisitor(async visit => act(visit, await findTemplateOr(visit))))
    },
    { form_bytes: EDITOR_FORM_BYTES, refused: templatePage },
  )
}
