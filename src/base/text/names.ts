// Checks whether a name can be shown to people: it must be visible, hide nothing, and not change the text around it.
import { isReadable } from './readable.ts'

/** Characters that end the line or change the direction of the text after them. */
const DISTURBS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/**
 * Invisible characters: U+200B, U+2060, U+00AD, U+3164, tag characters and all others that fonts ignore, and blanks that
 * count as symbols. Excludes the joiners that Persian and emoji require, and the selectors of text and emoji forms.
 */
const HIDES = /(?!\u200c|\u200d|\ufe0e|\ufe0f)(?:\p{Default_Ignorable_Code_Point}|\u2800|\u{1d159}|\ufffc)/u

/** Stacked accents overlap the lines above. */
const PILES = /\p{M}{7}/u

/** Visible characters: letters, numbers, punctuation, symbols. Neither accents nor spaces. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The fault of the name, worded to follow "The name"; `undefined` if it can be shown. */
export function nameFault(name: string): string | undefined {
  if (!isReadable(name) || DISTURBS.test(name)) return 'must not contain unprintable characters'
  if (HIDES.test(name)) return 'must not contain invisible characters'
  if (!SEEN.test(name)) return 'must contain a visible character'
  return PILES.test(name) ? 'must not have more than six accents on one character' : undefined
}
