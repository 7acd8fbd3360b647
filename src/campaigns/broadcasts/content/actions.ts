// What others may ask of broadcasts about one of their mails: what it says, and whether it may still go.
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type ContactValues, fillParts, partsOf } from '../../../base/text/placeholders.ts'
import { findWaits } from '../sending/turns/actions.ts'
import { HELD } from '../sending/turns/rules.ts'
import { insertWaiting } from '../sending/turns/store.ts'
import * as store from '../store.ts'
import { isPersonal, type MailTemplate, templateOf } from './template.ts'

export { bytesOfContent } from '../store.ts'

/** Why a mail of a broadcast is not sent now, or ever. */
export type Stop = 'canceled' | { until: Date; reason: string }

/** What is held looks again after this, if nobody has it do so before. */
const PAUSED_FOR_MS = 60_000

interface MailOfBroadcast {
  team_id: string
  broadcast_id: string
  contact_id: string | null
}

/** What stops the mail to this contact. */
export async function findStop(
  tx: Tx,
  { team_id, broadcast_id, contact_id }: MailOfBroadcast,
  now: Date,
): Promise<Stop | undefined> {
  const broadcast = await store.findBroadcast(tx, team_id, broadcast_id)
  if (!broadcast || broadcast.status === 'canceled') return 'canceled'
  if (broadcast.paused_at !== null)
    return { until: new Date(now.getTime() + PAUSED_FOR_MS), reason: 'Its broadcast is paused' }
  const wait = contact_id === null ? undefined : (await findWaits(tx, broadcast, [contact_id], now))(contact_id)
  return wait && { until: wait.until, reason: `It is no time for its broadcast in ${wait.zone}` }
}

/** A mail that is stopped now waits, until it is time or its broadcast goes on or is canceled, whichever comes first. */
export async function holdMail(tx: Tx, mail: MailOfBroadcast, now: Date): Promise<void> {
  const { team_id, broadcast_id, contact_id } = mail
  if (contact_id === null) return
  insertWaiting(tx, { team_id, broadcast_id, name: HELD, contact_id })
  const stop = await findStop(tx, mail, now)
  // that has happened since it was looked at
  if (!stop || stop === 'canceled') await enqueue(tx, 'release_broadcast', { team_id, broadcast_id }, now)
}

/** Each is up to some megabytes large. */
const REMEMBERED_MAX = 10

/** What is being sent does not change any more. */
const remembered = new BoundedMap<string, MailTemplate>(REMEMBERED_MAX)

/** What a mail says. `values`: of who gets it, asked for where something of them stands in it. */
export async function findMailContent(
  tx: Tx,
  { team_id, broadcast_id }: { team_id: string; broadcast_id: string },
  values: () => Promise<ContactValues>,
): Promise<{ html: string | null; text: string } | undefined> {
  const template = await findTemplate(tx, team_id, broadcast_id)
  return template && filled(template, isOfContact(template) ? await values() : NOBODY)
}

async function findTemplate(tx: Tx, team_id: string, id: string): Promise<MailTemplate | undefined> {
  const broadcast = await store.findBroadcast(tx, team_id, id)
  if (!broadcast) return undefined
  const key = `${broadcast.id} ${broadcast.updated_at}`
  const known = remembered.get(key)
  if (known) return known
  const { made_text, ...content } = await store.findWholeContent(tx, broadcast)
  const { preview_text } = broadcast
  const template = templateOf({ ...content, preview_text }, made_text, source =>
    partsOf(source, Number.POSITIVE_INFINITY),
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

const NOBODY: ContactValues = {
  contact: { email: '', first_name: null, last_name: null },
  properties: {},
  fallbacks: {},
}
