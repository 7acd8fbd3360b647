// Whether a name can be shown to people: it has something to see, hides nothing and leaves the text around it alone.
import { isReadable } from './readable.ts'

/** Ends the line, or turns the direction of what follows. */
const DISTURBS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/**
 * Takes up no ink: U+200B, U+2060, U+00AD, U+3164, tag characters and all others that fonts pass over, and the blanks that
 * count as signs. Not the joiners that Persian and emoji need, nor what chooses between two forms of a sign.
 */
const HIDES = /(?!\u200c|\u200d|\ufe0e|\ufe0f)(?:\p{Default_Ignorable_Code_Point}|\u2800|\u{1d159}|\ufffc)/u

/** Accents on nothing run over the lines above. */
const PILES = /\p{M}{7}/u

/** Something with a form of its own: a letter, a number, a sign, a symbol. Neither accents nor spaces. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** What is wrong with the name, to stand behind "The name"; `undefined` when it can be shown. */
export function nameFault(name: string): string | undefined {
  if (!isReadable(name) || DISTURBS.test(name)) return 'has a character that cannot be shown'
  if (HIDES.test(name)) return 'has an invisible character'
  if (!SEEN.test(name)) return 'has nothing that can be seen'
  return PILES.test(name) ? 'has more than six accents on one character' : undefined
}
