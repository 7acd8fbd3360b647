// The plain text of a broadcast: its own, or what is made of its HTML, placeholders and all.
import { partsOf } from '../../../base/text/placeholders.ts'
import { textOf } from '../../../base/threads/mails.ts'
import { markedPlaceholders, withPlaceholders } from '../../../base/text/mail-template.ts'

/** To make it takes long when the HTML is large, so that is done in a thread. */
export async function textFor(
  { html, text }: { html: string | null; text: string | null },
  team_id: string,
): Promise<string> {
  if (text !== null || html === null) return text ?? ''
  const { marked, placeholders } = markedPlaceholders(partsOf(html, Number.POSITIVE_INFINITY))
  return withPlaceholders(await textOf(marked, team_id), placeholders)
}
