// The limits of a batch, in addition to those of each email.
import type { InSchemas } from '../../../../generated/api.ts'
import { Refusal, type RefusalName, refusal } from '../../../base/text/refusal.ts'
import { CONTENT_LIMIT_BYTES } from '../rules.ts'

/** Refuses attachments, which the API allows only for a single email. */
export function refuseFiles({ attachments }: InSchemas['SendEmail']): void {
  if (!attachments || attachments.length === 0) return
  throw refusal(
    'validation_error',
    'The `attachments` field is not allowed in a batch. Send emails with files with POST /emails.',
  )
}

/** Storing a batch is one transaction, which blocks all others on SQLite. */
export function batchTooLarge(bytes: number): Refusal | undefined {
  return bytes <= CONTENT_LIMIT_BYTES ? undefined : tooLarge(`have ${bytes}`)
}

/** Twice the limit, because placeholders take space in a template but not in the emails. */
const TEMPLATES_LIMIT_BYTES = 2 * CONTENT_LIMIT_BYTES

/**
 * A budget for templates and their emails. It stops early: of a hundred emails of several MB each, not even the fifth is
 * rendered.
 */
export function templateBudget(): { read(bytes: number): void; spend(characters: number): void } {
  let left = CONTENT_LIMIT_BYTES
  return {
    read(bytes) {
      if (bytes > TEMPLATES_LIMIT_BYTES) throw tooLarge(`are made from templates of ${bytes}`)
    },
    spend(characters) {
      left -= characters
      if (left < 0) throw tooLarge('have more after rendering their templates')
    },
  }
}

function tooLarge(what_they_have: string): Refusal {
  return refusal(
    'validation_error',
    `The batch is too large: \`html\` and \`text\` of all emails may have at most ${CONTENT_LIMIT_BYTES} bytes in UTF-8 ` +
      `together; they ${what_they_have}. Send fewer emails per request.`,
  )
}

/** The refusal of the whole batch because of one email. */
export function refusalInBatch({ status, body, message }: Refusal, index: number): Refusal {
  const { name } = body as { name: RefusalName }
  return refusal(name, `Email at index ${index}: ${message}`, status)
}
