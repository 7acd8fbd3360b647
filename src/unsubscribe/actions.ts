// What others may ask about leaving: the link in a mail with which whoever gets it leaves, and who it is that shows one.
import type { Tx } from '../store/database.ts'
import { type Leaver, packedLeaver, unpackedLeaver } from './token.ts'

export type { Leaver } from './token.ts'

/**
 * The page on which one recipient of a mail leaves, without a login. It is good for ever: mail is kept for years, and a way
 * out that has ended is none. Each call makes another link to the same page.
 */
export function unsubscribeUrl({ settings }: Pick<Tx, 'settings'>, leaver: Leaver, now: Date): string {
  const { public_url, seal } = settings.leaving
  return `${public_url}/unsubscribe?token=${seal.sealed(packedLeaver(leaver), now)}`
}

/** Who shows this token; `undefined` for one that we did not make. */
export function leaverWith({ settings }: Pick<Tx, 'settings'>, token: string): Leaver | undefined {
  const opened = settings.leaving.seal.opened(token)
  return opened && unpackedLeaver(opened.value)
}
