// The face of this room: the content of broadcasts and templates as documents, and the programs that are connected to edit them.
import { hash } from 'node:crypto'
import type { Schemas } from '../../../generated/api.ts'
import type { InTeam, TeamUnit, Tx } from '../../base/store/database.ts'
import { refusal } from '../../base/text/refusal.ts'
import { ThreadFailed, Threads } from '../../base/threads/pool.ts'
import { taskOf } from '../../base/threads/tasks.ts'
import { changeTemplate, findDraft } from '../../mail/templates/actions.ts'
import { type Broadcast, changeBroadcast, findWholeBroadcast } from '../broadcasts/actions.ts'
import { checkedDocument, type EditorNode } from './document/document.ts'
import type * as from_html from './document/from-html.ts'
import { documentOfHtml, documentOfText, tooMuch } from './document/from-html.ts'
import { htmlOf } from './document/to-html.ts'
import * as store from './store.ts'

export type { EditorNode } from './document/document.ts'
export { withBlocksInLines } from './document/for-pages.ts'
export { EDITOR_PROMPT } from './prompt.ts'

type ResourceType = Schemas['EditorResourceType']

/** A broadcast or template in the form that the editor needs. */
export interface Resource {
  type: ResourceType
  id: string
  html: string | null
  text: string | null
  change(unit: TeamUnit, content: { html: string; text: null }): Promise<void>
}

/** Finds a broadcast or template; refuses (404 not_found) an unknown one. `id`: of a template also its alias. */
export async function findResource(asking: InTeam, type: ResourceType, id: string): Promise<Resource> {
  if (type === 'template') {
    const draft = await findDraft(asking, id)
    const { html, text } = draft.version
    return { type, id: draft.template.id, html, text, change: (unit, content) => changeTemplate(unit, draft, content) }
  }
  const whole = await findWholeBroadcast(asking.tx, asking.team_id, id)
  if (!whole) throw refusal('not_found', 'Broadcast not found')
  return broadcastResource(whole)
}

export function broadcastResource(whole: Broadcast): Resource {
  const change: Resource['change'] = (unit, content) => changeBroadcast(unit, whole, content)
  return { type: 'broadcast', id: whole.broadcast.id, ...whole.content, change }
}

/** The document that the HTML was composed from; `undefined` if it was never composed, or its HTML was changed otherwise since. */
export async function findComposed({ tx, team_id }: InTeam, { id, html }: Resource): Promise<EditorNode | undefined> {
  const found = await store.findDocument(tx, { team_id, id })
  return found?.html_hash === hashOf(html) ? found.document : undefined
}

/** Replaces the content by a document. Refuses (422 validation_error) an invalid document, and whatever `change` refuses. */
export async function compose(unit: TeamUnit, resource: Resource, content: unknown): Promise<void> {
  const { tx, team_id } = unit
  const { type, id } = resource
  const document = checkedDocument(content)
  const html = htmlOf(document)
  await resource.change(unit, { html, text: null })
  const named = { broadcast_id: type === 'broadcast' ? id : null, template_id: type === 'template' ? id : null }
  store.saveDocument(tx, { id, team_id, ...named, document, html_hash: hashOf(html) })
}

const hashOf = (html: string | null): string => hash('sha256', html ?? '', 'base64url')

// ---- documents from HTML

const threads = new Threads({ size: 1, waiting_max: 100 })
/** Characters of HTML that are read on the main thread: any HTML of that length takes a few milliseconds. */
const QUICK_LENGTH_MAX = 10_000
const READING_LIMIT_MS = 5_000
const READ_DOCUMENT = taskOf<typeof from_html, 'documentOfHtml'>(
  new URL('./document/from-html.ts', import.meta.url),
  'documentOfHtml',
)

/** Makes a document of HTML or text. Elements without a node are lost. Refuses (422 validation_error) too large HTML. */
export async function documentMadeOf(
  { html, text }: Pick<Resource, 'html' | 'text'>,
  team_id: string,
): Promise<EditorNode> {
  if (html === null || html === '') return documentOfText(text ?? '')
  if (html.length <= QUICK_LENGTH_MAX) return documentOfHtml(html)
  try {
    return await threads.run(READ_DOCUMENT, [html], { limit_ms: READING_LIMIT_MS, owner: team_id, bytes: html.length })
  } catch (error) {
    if (error instanceof ThreadFailed) throw tooMuch()
    throw error
  }
}

// ---- connections

/** How long a connection is shown unless it is renewed: a program may end without closing it. */
const CONNECTED_MS = 10 * 60_000
/** Connections to one broadcast or template; a further one replaces the one that would end first. */
export const CONNECTIONS_MAX = 20

interface Connection {
  resource_id: string
  caller_id: string
  agent_name: string
}

/** Begins or renews a connection. */
export async function connect({ tx, team_id, now }: TeamUnit, connection: Connection): Promise<void> {
  const { resource_id, caller_id, agent_name } = connection
  const others = (await store.listConnections(tx, { team_id, resource_id })).filter(
    each => each.caller_id !== caller_id || each.agent_name !== agent_name,
  )
  for (const each of others.slice(0, Math.max(0, others.length - CONNECTIONS_MAX + 1))) store.removeConnection(tx, each)
  const expires_at = new Date(now.getTime() + CONNECTED_MS).toISOString()
  store.saveConnection(tx, { ...connection, team_id, expires_at })
}

export function disconnect({ tx, team_id }: InTeam, connection: Connection): void {
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
