// Editing for other modules: the content of broadcasts and templates as documents, and the programs that are connected to edit
// them.
import { hash } from 'node:crypto'
import type { Schemas } from '../../../generated/api.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { refusal } from '../../base/text/refusal.ts'
import { ThreadFailed, Threads } from '../../base/threads/pool.ts'
import { threadTask } from '../../base/threads/tasks.ts'
import { updateTemplate, findTemplateDraft } from '../../mail/templates/actions.ts'
import type { TemplateDraft } from '../../mail/templates/rules.ts'
import { updateBroadcast, findFullBroadcast } from '../broadcasts/actions.ts'
import type { Broadcast } from '../broadcasts/rules.ts'
import { checkDocument, type EditorNode } from './document/document.ts'
import type * as from_html from './document/from-html.ts'
import { htmlToDocument, textToDocument, documentTooLarge } from './document/from-html.ts'
import type * as markdown_html from './document/markdown.ts'
import { documentToHtml } from './document/to-html.ts'
import { documentToMarkdown } from './document/to-markdown.ts'
import * as store from './store.ts'

type ResourceType = Schemas['EditorResourceType']

/** A broadcast or template in the form that the editor requires. */
export interface Resource {
  type: ResourceType
  id: string
  html: string | null
  text: string | null
  change(unit: TeamUnit, content: { html: string; text: string | null }): Promise<void>
}

/** Finds a broadcast or template; refuses (404 not_found) an unknown one. `id`: its id or, for a template, its alias. */
export async function findResource(asking: TeamTx, type: ResourceType, id: string): Promise<Resource> {
  if (type === 'template') {
    return templateResource(await findTemplateDraft(asking, id))
  }
  const whole = await findFullBroadcast(asking.tx, asking.team_id, id)
  if (!whole) throw refusal('not_found', 'Broadcast not found')
  return broadcastResource(whole)
}

export function templateResource(draft: TemplateDraft): Resource {
  const { html, text } = draft.version
  const change: Resource['change'] = (unit, content) => updateTemplate(unit, draft, content)
  return { type: 'template', id: draft.template.id, html, text, change }
}

export function broadcastResource(whole: Broadcast): Resource {
  const change: Resource['change'] = (unit, content) => updateBroadcast(unit, whole, content)
  return { type: 'broadcast', id: whole.broadcast.id, ...whole.content, change }
}

/**
 * The document that the HTML was composed from; `undefined` if it was never composed, or its HTML was changed in another way
 * since.
 */
export async function findDocumentOf({ tx, team_id }: TeamTx, { id, html }: Resource): Promise<EditorNode | undefined> {
  const found = await store.findDocument(tx, { team_id, id })
  return found?.html_hash === hashOf(html) ? found.document : undefined
}

/**
 * Replaces the content by a document. Refuses (422 validation_error) an invalid document, and whatever `change`
 * refuses.
 */
export async function replaceContent(unit: TeamUnit, resource: Resource, content: unknown): Promise<void> {
  const { tx, team_id } = unit
  const document = checkDocument(content)
  const html = documentToHtml(document)
  await resource.change(unit, { html, text: null })
  store.saveDocument(tx, { ...keysOf(resource), team_id, document, html_hash: hashOf(html) })
}

function keysOf({ type, id }: Pick<Resource, 'type' | 'id'>) {
  return { id, broadcast_id: type === 'broadcast' ? id : null, template_id: type === 'template' ? id : null }
}

const hashOf = (html: string | null): string => hash('sha256', html ?? '', 'base64url')

// ---- Markdown

/** Content that was written in Markdown. */
export interface ConvertedMarkdown {
  markdown: string
  /** The HTML that was generated from it. */
  html: string
}

/**
 * The Markdown that the HTML was generated from; `undefined` if there is none, or the HTML was changed in another way since.
 */
export async function findMarkdownOf({ tx, team_id }: TeamTx, { id, html }: Pick<Resource, 'id' | 'html'>) {
  const found = await store.findMarkdown(tx, { team_id, id })
  return found?.html_hash === hashOf(html) ? found.markdown : undefined
}

/** Stores the Markdown of the HTML that was just stored. */
export function storeMarkdown(
  { tx, team_id }: TeamTx,
  resource: Pick<Resource, 'type' | 'id'>,
  { markdown, html }: ConvertedMarkdown,
): void {
  store.saveMarkdown(tx, { ...keysOf(resource), team_id, markdown, html_hash: hashOf(html) })
}

/** Converts Markdown to HTML. Refuses (422 validation_error) Markdown that takes too long or results in too much HTML. */
export async function convertMarkdown(markdown: string, team_id: string): Promise<ConvertedMarkdown> {
  try {
    const standing = { limit_ms: READING_LIMIT_MS, owner: team_id, bytes: markdown.length }
    return { markdown, html: await threads.run(MAKE_HTML, [markdown], standing) }
  } catch (error) {
    if (error instanceof ThreadFailed) throw refusal('validation_error', 'the Markdown is too large')
    throw error
  }
}

/** The content as Markdown, converted from the document that it was composed from, or else from its HTML or text. */
export async function contentToMarkdown(
  content: Pick<Resource, 'html' | 'text'>,
  composed: EditorNode | undefined,
  team_id: string,
): Promise<string> {
  return documentToMarkdown(composed ?? (await contentToDocument(content, team_id)))
}

/** Copies the Markdown of the content to a broadcast or template that was created with the same content. */
export async function copyMarkdown(unit: TeamTx, from: Resource, to: Pick<Resource, 'type' | 'id'>): Promise<void> {
  const markdown = await findMarkdownOf(unit, from)
  if (markdown !== undefined) storeMarkdown(unit, to, { markdown, html: from.html ?? '' })
}

// ---- documents from HTML

const threads = new Threads({ size: 1, waiting_max: 100 })
/** Maximum characters of HTML that are parsed on the main thread: any HTML of that length takes a few milliseconds. */
const QUICK_LENGTH_MAX = 10_000
const READING_LIMIT_MS = 5_000
const MAKE_HTML = threadTask<typeof markdown_html, 'markdownToHtml'>(
  new URL('./document/markdown.ts', import.meta.url),
  'markdownToHtml',
)
const READ_DOCUMENT = threadTask<typeof from_html, 'htmlToDocument'>(
  new URL('./document/from-html.ts', import.meta.url),
  'htmlToDocument',
)

/** Converts HTML or text to a document. Elements without a node are lost. Refuses (422 validation_error) too large HTML. */
export async function contentToDocument(
  { html, text }: Pick<Resource, 'html' | 'text'>,
  team_id: string,
): Promise<EditorNode> {
  if (html === null || html === '') return textToDocument(text ?? '')
  if (html.length <= QUICK_LENGTH_MAX) return htmlToDocument(html)
  try {
    return await threads.run(READ_DOCUMENT, [html], { limit_ms: READING_LIMIT_MS, owner: team_id, bytes: html.length })
  } catch (error) {
    if (error instanceof ThreadFailed) throw documentTooLarge()
    throw error
  }
}

// ---- connections

/** How long a connection is shown unless it is renewed, because a program may end without closing it. */
const CONNECTED_MS = 10 * 60_000
/** Maximum connections to one broadcast or template. A further one replaces the one that would end first. */
export const CONNECTIONS_MAX = 20

interface Connection {
  resource_id: string
  caller_id: string
  agent_name: string
}

/** Starts or renews a connection. */
export async function startConnection({ tx, team_id, now }: TeamUnit, connection: Connection): Promise<void> {
  const { resource_id, caller_id, agent_name } = connection
  const others = (await store.listConnections(tx, { team_id, resource_id })).filter(
    each => each.caller_id !== caller_id || each.agent_name !== agent_name,
  )
  for (const each of others.slice(0, Math.max(0, others.length - CONNECTIONS_MAX + 1))) store.removeConnection(tx, each)
  const expires_at = new Date(now.getTime() + CONNECTED_MS).toISOString()
  store.saveConnection(tx, { ...connection, team_id, expires_at })
}

export function endConnection({ tx, team_id }: TeamTx, connection: Connection): void {
  store.removeConnection(tx, { ...connection, team_id })
}

/** The names of the connected programs; an empty one for a program without a name. */
export async function listAgentNames({ tx, team_id, now }: TeamUnit, resource_id: string): Promise<string[]> {
  const found = await store.listConnections(tx, { team_id, resource_id })
  const moment = now.toISOString()
  return found.filter(({ expires_at }) => expires_at > moment).map(({ agent_name }) => agent_name)
}

export function removeEndedConnections(tx: Tx, now: Date): Promise<boolean> {
  return store.removeConnectionsEnded(tx, { now: now.toISOString() })
}
