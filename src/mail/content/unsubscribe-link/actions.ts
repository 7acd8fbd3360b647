// The unsubscribe link of an email, and the recipient that its token was created for.
import type { Database, Tx } from '../../../base/store/database.ts'
import { type Leaver, packedLeaver, unpackedLeaver } from './token.ts'
import { type LeavableMail, leaverOf, withWayOut } from './way-out.ts'

/**
 * The URL of a page on which one recipient of an email unsubscribes without logging in. It never expires: emails are kept for
 * years, and an expired link would prevent unsubscribing. Each call returns a different URL of the same page.
 */
export function unsubscribeUrl({ settings }: Pick<Tx, 'settings'>, leaver: Leaver, now: Date): string {
  const { public_url, seal } = settings.leaving
  return `${public_url}/unsubscribe?token=${seal.sealed(packedLeaver(leaver), now)}`
}

/** An unsubscribe link without effect, for a recipient who has nothing to unsubscribe from. */
export function inertUrl({ settings }: Pick<Tx, 'settings'>): string {
  return `${settings.leaving.public_url}/unsubscribe`
}

/** Adds the unsubscribe link and headers to an email that can be unsubscribed from. */
export async function giveWayOut<Mail extends LeavableMail & { created_at: string }>(
  read: Database['read'],
  mail: Mail,
): Promise<Mail> {
  const leaver = leaverOf(mail)
  if (!leaver) return mail
  return withWayOut(mail, await read(async tx => unsubscribeUrl(tx, leaver, new Date(mail.created_at))))
}

/** The recipient that a token was created for; `undefined` if this server did not create it. */
export function leaverWith({ settings }: Pick<Tx, 'settings'>, token: string): Leaver | undefined {
  const opened = settings.leaving.seal.opened(token)
  return opened && unpackedLeaver(opened.value)
}
