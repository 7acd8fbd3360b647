// The plain text of a broadcast: its own, or generated from its HTML with the placeholders preserved.
import { partsOf } from '../../../base/text/placeholders.ts'
import { textOf } from '../../../base/threads/mails.ts'
import { markedPlaceholders, withPlaceholders } from '../../../base/text/mail-template.ts'

/** Generates the text with `make`, in a thread because large HTML takes long. */
export async function textFor(
  { html, text }: { html: string | null; text: string | null },
  team_id: string,
  make = textOf,
): Promise<string> {
  if (text !== null || html === null) return text ?? ''
  const { marked, placeholders } = markedPlaceholders(partsOf(html, Number.POSITIVE_INFINITY))
  return withPlaceholders(await make(marked, team_id), placeholders)
}
