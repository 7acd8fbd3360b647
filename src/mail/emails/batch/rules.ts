// What a batch of emails may hold beside what each of them may.
import type { InSchemas } from '../../../../generated/api.ts'
import { Refusal, type RefusalName, refusal } from '../../../base/text/refusal.ts'
import { CONTENT_LIMIT_BYTES } from '../rules.ts'

/** Files are sent with one email at a time, as the wire has it. */
export function refuseFiles({ attachments }: InSchemas['SendEmail']): void {
  if (!attachments || attachments.length === 0) return
  throw refusal(
    'validation_error',
    'The `attachments` field is not possible in a batch: send an email with files alone, with POST /emails.',
  )
}

/** Storing in one go blocks all others meanwhile. */
export function tooLargeBatch(bytes: number): Refusal | undefined {
  return bytes <= CONTENT_LIMIT_BYTES ? undefined : tooLarge(`have ${bytes}`)
}

/** Placeholders take room in a template that is not in the mails. */
const TEMPLATES_LIMIT_BYTES = 2 * CONTENT_LIMIT_BYTES

/** What there is for templates and what they make: of a hundred mails of some MB each not even the fifth is made. */
export function roomForTemplates(): { read(bytes: number): void; spend(characters: number): void } {
  let left = CONTENT_LIMIT_BYTES
  return {
    read(bytes) {
      if (bytes > TEMPLATES_LIMIT_BYTES) throw tooLarge(`are made from templates of ${bytes}`)
    },
    spend(characters) {
      left -= characters
      if (left < 0) throw tooLarge('have more, as templates make them')
    },
  }
}

function tooLarge(what_they_have: string): Refusal {
  return refusal(
    'validation_error',
    `The batch is too large: \`html\` and \`text\` of all emails may have at most ${CONTENT_LIMIT_BYTES} bytes in UTF-8 ` +
      `together, and they ${what_they_have}. Send fewer at once.`,
  )
}

/** The refusal of the whole batch for one of its emails. */
export function placed({ status, body, message }: Refusal, index: number): Refusal {
  const { name } = body as { name: RefusalName }
  return refusal(name, `Email at index ${index}: ${message}`, status)
}
