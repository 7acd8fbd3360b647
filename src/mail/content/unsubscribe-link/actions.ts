// The link in a mail with which its recipient leaves, and who it is that shows one.
import type { Database, Tx } from '../../../base/store/database.ts'
import { type Leaver, packedLeaver, unpackedLeaver } from './token.ts'
import { type LeavableMail, leaverOf, withWayOut } from './way-out.ts'

/**
 * The page on which one recipient of a mail leaves, without a login. It is good for ever: mail is kept for years, and a way
 * out that has ended is none. Each call makes another link to the same page.
 */
export function unsubscribeUrl({ settings }: Pick<Tx, 'settings'>, leaver: Leaver, now: Date): string {
  const { public_url, seal } = settings.leaving
  return `${public_url}/unsubscribe?token=${seal.sealed(packedLeaver(leaver), now)}`
}

/** An unsubscribe link that changes nothing: for mail that shows a link, to a recipient who has nothing to leave. */
export function inertUrl({ settings }: Pick<Tx, 'settings'>): string {
  return `${settings.leaving.public_url}/unsubscribe`
}

/** A mail as it is handed over, with its way out if it has one. */
export async function giveWayOut<Mail extends LeavableMail & { created_at: string }>(
  read: Database['read'],
  mail: Mail,
): Promise<Mail> {
  const leaver = leaverOf(mail)
  if (!leaver) return mail
  return withWayOut(mail, await read(async tx => unsubscribeUrl(tx, leaver, new Date(mail.created_at))))
}

/** Who shows this token; `undefined` for one that we did not make. */
export function leaverWith({ settings }: Pick<Tx, 'settings'>, token: string): Leaver | undefined {
  const opened = settings.leaving.seal.opened(token)
  return opened && unpackedLeaver(opened.value)
}
