// What others may ask of delivery: to look at the mail that was captured instead of sent.
import { findEmail } from '../emails/actions.ts'
import type { Tx } from '../store/database.ts'
import type { Page, PageQuery } from '../store/page.ts'
import * as store from './store.ts'

export type { CapturedItem } from './store.ts'

/** A captured mail with what was given as its content. */
export interface CapturedMail extends store.CapturedMail {
  html: string | null
  /** `null`: to be made from the HTML. */
  text: string | null
}

/** Newest first. */
export function listCaptured(tx: Tx, team_id: string, query: PageQuery): Promise<Page<store.CapturedItem>> {
  return store.listCaptured(tx, team_id, query)
}

export async function findCaptured(tx: Tx, team_id: string, id: string): Promise<CapturedMail | undefined> {
  const mail = await store.findCaptured(tx, team_id, id)
  const email = mail && (await findEmail(tx, team_id, mail.email_id))
  if (!email) return undefined
  const { html, text } = email
  return { ...mail, html, text }
}
