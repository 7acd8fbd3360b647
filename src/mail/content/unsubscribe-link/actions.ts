// The unsubscribe link of an email, and the recipient that its token was created for.
import type { Database, Tx } from '../../../base/store/database.ts'
import { type Unsubscriber, packUnsubscriber, unpackUnsubscriber } from './token.ts'
import { type UnsubscribableEmail, unsubscriberOf, withUnsubscribeLink } from './link-in-email.ts'

/**
 * The URL of a page on which one recipient of an email unsubscribes without logging in. It never expires: emails are kept for
 * years, and an expired link would prevent unsubscribing. Each call returns a different URL of the same page.
 */
export function unsubscribeUrl({ settings }: Pick<Tx, 'settings'>, leaver: Unsubscriber, now: Date): string {
  const { public_url, seal } = settings.leaving
  return `${public_url}/unsubscribe?token=${seal.seal(packUnsubscriber(leaver), now)}`
}

/** An unsubscribe link without effect, for a recipient who has nothing to unsubscribe from. */
export function inertUnsubscribeUrl({ settings }: Pick<Tx, 'settings'>): string {
  return `${settings.leaving.public_url}/unsubscribe`
}

/** Adds the unsubscribe link and headers to an email that can be unsubscribed from. */
export async function addUnsubscribeLink<Mail extends UnsubscribableEmail & { created_at: string }>(
  read: Database['read'],
  mail: Mail,
): Promise<Mail> {
  const leaver = unsubscriberOf(mail)
  if (!leaver) return mail
  return withUnsubscribeLink(mail, await read(async tx => unsubscribeUrl(tx, leaver, new Date(mail.created_at))))
}

/** The recipient that a token was created for; `undefined` if this server did not create it. */
export function openUnsubscribeToken({ settings }: Pick<Tx, 'settings'>, token: string): Unsubscriber | undefined {
  const opened = settings.leaving.seal.open(token)
  return opened && unpackUnsubscriber(opened.value)
}
