// The texts of emails about a failing endpoint, and the common parts of all notices.
import type { InSchemas } from '../../../../../generated/api.ts'
import { parseAddress } from '../../../../base/text/addresses.ts'
import type { PostOutcome } from '../rules.ts'

/** The facts for an email about an endpoint. */
export interface EndpointNotice {
  about: 'failure' | 'disabled'
  url: string
  posted: PostOutcome
}

/** Maximum recipients of one email. */
export const ADMINISTRATORS_NOTIFIED_MAX = 50
/** Marks these emails, which cause no events: otherwise each would cause another request to the failing endpoint. */
const TAG = { name: 'lettermill_notice', value: 'webhooks' }

export function isNotice(tags: readonly { name: string; value: string }[]): boolean {
  return tags.some(({ name, value }) => name === TAG.name && value === TAG.value)
}

/** The domain of our public URL for a sender address; a fixed name if that is `localhost` or an IP address. */
export function serverMailDomain(public_url: string): string {
  const { hostname } = new URL(public_url)
  return parseAddress(`notices@${hostname}`) ? hostname : 'lettermill.localhost'
}

export function noticeMail({ about, url, posted }: EndpointNotice, from: string, to: string[]): InSchemas['SendEmail'] {
  const { subject, text } = about === 'failure' ? failureWords(url, posted) : disabledWords(url, posted)
  return { from, to, subject, text, tags: [TAG] }
}

/** An email to a person about their account. */
export interface PersonNotice {
  to: string
  subject: string
  text: string
  tags?: { name: string; value: string }[]
}

export function personMail(notice: PersonNotice, from: string): InSchemas['SendEmail'] {
  return { ...notice, from, to: [notice.to], tags: [TAG, ...(notice.tags ?? [])] }
}

function failureWords(url: string, posted: PostOutcome): { subject: string; text: string } {
  const text = [
    'Lettermill could not deliver an event to this webhook endpoint of your team:',
    url,
    lastAttempt(posted),
    'Lettermill retries the event for about 28 hours, with at most 8 attempts. If every delivery to the endpoint fails for 5 days, the endpoint is disabled and you receive another email. You receive at most one email about failed deliveries per day.',
  ]
  return { subject: 'Webhook delivery failed', text: text.join('\n\n') }
}

function disabledWords(url: string, posted: PostOutcome): { subject: string; text: string } {
  const text = [
    'Lettermill disabled this webhook endpoint of your team because every delivery failed for 5 days:',
    url,
    lastAttempt(posted),
    'To receive events again, fix the endpoint and enable it in the dashboard. Pending events are kept and delivered then. Failed events can be replayed.',
  ]
  return { subject: 'Webhook endpoint disabled', text: text.join('\n\n') }
}

/** Without the response body: an error page may contain secrets. */
function lastAttempt({ http_status_code, response, ended_at }: PostOutcome): string {
  const result = http_status_code === 0 ? `No response (${response})` : `Status code ${http_status_code}`
  return `Last attempt: ${result} at ${ended_at.toISOString()}`
}
