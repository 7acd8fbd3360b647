// What others may ask of broadcasts about one of their mails: what it says.
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type ContactValues, fillParts, partsOf } from '../../../base/text/placeholders.ts'
import * as store from '../store.ts'
import { isPersonal, type MailTemplate, templateOf } from './template.ts'

export { bytesOfContent } from '../store.ts'

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
