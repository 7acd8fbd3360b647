// The plain text of a broadcast: its own, or generated from its HTML with the placeholders preserved.
import { splitPlaceholders } from '../../../base/text/placeholders.ts'
import { htmlToText } from '../../../base/threads/mails.ts'
import { markedPlaceholders, withPlaceholders } from '../../../base/text/mail-template.ts'

/** Generates the text with `make`, in a thread because large HTML takes long. */
export async function generateText(
  { html, text }: { html: string | null; text: string | null },
  team_id: string,
  make = htmlToText,
): Promise<string> {
  if (text !== null || html === null) return text ?? ''
  const { marked, placeholders } = markedPlaceholders(splitPlaceholders(html, Number.POSITIVE_INFINITY))
  return withPlaceholders(await make(marked, team_id), placeholders)
}
