// The content of an email: its own, or the content of its broadcast with the values of the contact.
import { findFallbacks } from '../../audience/contact-properties/actions.ts'
import { findContact } from '../../audience/contacts/actions.ts'
import { BoundedMap } from '../../base/limits/bounded-map.ts'
import type { MailVersion } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
import { parseAddress } from '../../base/text/addresses.ts'
import { isPersonal, type MailTemplate, templateOf } from '../../base/text/mail-template.ts'
import { type ContactValues, fillParts, splitPlaceholders } from '../../base/text/placeholders.ts'
import { Refusal } from '../../base/text/refusal.ts'
import * as store from './store.ts'
import { unsubscribeUrl } from './unsubscribe-link/actions.ts'

/** The fields of an email that its content depends on. */
interface EmailWithoutContent {
  id: string
  team_id: string
  to: string[]
  html: string | null
  text: string | null
  topic_id: string | null
  broadcast_id: string | null
  contact_id: string | null
  version?: MailVersion | null | undefined
  created_at: string
}

/** The email with its content. Content of a broadcast is filled in here whenever the email is shown or sent. */
export async function loadContent<Of extends EmailWithoutContent>(tx: Tx, email: Of): Promise<Of> {
  const { team_id, broadcast_id, version } = email
  if (broadcast_id === null) return email
  const content = await findMailContent(tx, { team_id, broadcast_id, version }, () => valuesOf(tx, email))
  return content ? { ...email, ...content } : email
}

/** Like `loadContent`, for display: content that would be too large once filled in is omitted. */
export async function loadDisplayContent<Of extends EmailWithoutContent>(tx: Tx, email: Of): Promise<Of> {
  try {
    return await loadContent(tx, email)
  } catch (thrown) {
    if (thrown instanceof Refusal) return email
    throw thrown
  }
}

/** The values of the contact; if the contact was deleted, those of the address alone. */
async function valuesOf(tx: Tx, email: EmailWithoutContent): Promise<ContactValues> {
  const { id: email_id, team_id, contact_id, topic_id, broadcast_id, to, created_at } = email
  const contact = contact_id === null ? undefined : await findContact(tx, team_id, contact_id)
  const address = parseAddress(to[0]!)?.address ?? to[0]!
  const leaver = { team_id, address, contact_id, topic_id, email_id, broadcast_id }
  return {
    contact: contact ?? { email: address, first_name: null, last_name: null },
    properties: contact?.properties ?? {},
    fallbacks: contact?.fallbacks ?? (await findFallbacks(tx, team_id)),
    // links do not expire, so any time works
    unsubscribeUrl: unsubscribeUrl(tx, leaver, new Date(created_at)),
  }
}

/** Maximum templates in memory; each can have several megabytes. */
const REMEMBERED_MAX = 10

/** By broadcast, version and time of its last change. A broadcast does not change while it is sent. */
const remembered = new BoundedMap<string, MailTemplate>(REMEMBERED_MAX)

/** The filled-in content of a broadcast. `values` is called only if the content uses values of a contact. */
async function findMailContent(
  tx: Tx,
  of: store.ContentKey,
  values: () => Promise<ContactValues>,
): Promise<{ html: string | null; text: string } | undefined> {
  const template = await findTemplate(tx, of)
  return template && filled(template, isOfContact(template) ? await values() : NO_VALUES)
}

async function findTemplate(tx: Tx, of: store.ContentKey): Promise<MailTemplate | undefined> {
  const broadcast = await store.findContentSource(tx, { team_id: of.team_id, id: of.broadcast_id.toLowerCase() })
  if (!broadcast) return undefined
  const key = `${broadcast.id} ${broadcast.updated_at} ${store.isVersionB(of.version) ? 'b' : 'a'}`
  const known = remembered.get(key)
  if (known) return known
  const { made_text, ...content } = await store.findFullContent(tx, of)
  const { preview_text } = broadcast
  const template = templateOf({ ...content, preview_text }, made_text, source =>
    splitPlaceholders(source, Number.POSITIVE_INFINITY),
  )
  remembered.set(key, template)
  return template
}

function isOfContact({ html, text }: MailTemplate): boolean {
  return isPersonal(text) || (html !== null && isPersonal(html))
}

function filled({ html, text }: MailTemplate, values: ContactValues): { html: string | null; text: string } {
  return { html: html && fillParts(html, values, 'html'), text: fillParts(text, values, 'text') }
}

const NO_VALUES: ContactValues = {
  contact: { email: '', first_name: null, last_name: null },
  properties: {},
  fallbacks: {},
}
