// The unsubscribe link of a mail, and who a token in such a link was made for.
import type { Database, Tx } from '../../../base/store/database.ts'
import { type Leaver, packedLeaver, unpackedLeaver } from './token.ts'
import { type LeavableMail, leaverOf, withWayOut } from './way-out.ts'

/**
 * The URL of a page on which one recipient of a mail unsubscribes without a login. It never expires: mail is kept for years,
 * and an expired link leaves no way to unsubscribe. Each call returns another URL of the same page.
 */
export function unsubscribeUrl({ settings }: Pick<Tx, 'settings'>, leaver: Leaver, now: Date): string {
  const { public_url, seal } = settings.leaving
  return `${public_url}/unsubscribe?token=${seal.sealed(packedLeaver(leaver), now)}`
}

/** An unsubscribe link that changes nothing, for a mail that shows one to a recipient who has nothing to unsubscribe from. */
export function inertUrl({ settings }: Pick<Tx, 'settings'>): string {
  return `${settings.leaving.public_url}/unsubscribe`
}

/** Adds the unsubscribe link and headers to a mail, if it can be unsubscribed from. */
export async function giveWayOut<Mail extends LeavableMail & { created_at: string }>(
  read: Database['read'],
  mail: Mail,
): Promise<Mail> {
  const leaver = leaverOf(mail)
  if (!leaver) return mail
  return withWayOut(mail, await read(async tx => unsubscribeUrl(tx, leaver, new Date(mail.created_at))))
}

/** Who a token was made for; `undefined`: this server did not make it. */
export function leaverWith({ settings }: Pick<Tx, 'settings'>, token: string): Leaver | undefined {
  const opened = settings.leaving.seal.opened(token)
  return opened && unpackedLeaver(opened.value)
}
