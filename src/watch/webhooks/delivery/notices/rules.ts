// The texts of emails about a failing endpoint, and the common parts of all notices.
import type { InSchemas } from '../../../../../generated/api.ts'
import { parsedAddress } from '../../../../base/text/addresses.ts'
import type { Posted } from '../rules.ts'

/** The facts for an email about an endpoint. */
export interface EndpointNotice {
  about: 'failure' | 'disabled'
  url: string
  posted: Posted
}

/** Maximum recipients of one email. */
export const ADMINISTRATORS_TOLD_MAX = 50
/** Marks these emails, which cause no events: otherwise each would cause another request to the failing endpoint. */
const TAG = { name: 'lettermill_notice', value: 'webhooks' }

export function isNotice(tags: readonly { name: string; value: string }[]): boolean {
  return tags.some(({ name, value }) => name === TAG.name && value === TAG.value)
}

/** The domain of our public URL for a sender address; a fixed name if that is `localhost` or an IP address. */
export function mailNameOfServer(public_url: string): string {
  const { hostname } = new URL(public_url)
  return parsedAddress(`notices@${hostname}`) ? hostname : 'lettermill.localhost'
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

function failureWords(url: string, posted: Posted): { subject: string; text: string } {
  const text = [
    'A webhook event could not be delivered to this endpoint of your team:',
    url,
    `${whatCame(posted)} The time was ${posted.ended_at.toISOString()}.`,
    'The event is retried for about 28 hours, eight attempts in all. After five days without a single success the endpoint is disabled. You will get a mail then; a failure like this one is reported at most once a day.',
  ]
  return { subject: 'A webhook endpoint fails', text: text.join('\n\n') }
}

function disabledWords(url: string, posted: Posted): { subject: string; text: string } {
  const text = [
    'This webhook endpoint of your team was disabled, as every attempt to deliver to it failed for five days:',
    url,
    `${whatCame(posted)} The time was ${posted.ended_at.toISOString()}.`,
    'Nothing is delivered to it until it is enabled again. Events that were still to be retried are kept and go on then; those that failed for good can be replayed.',
  ]
  return { subject: 'A webhook endpoint was disabled', text: text.join('\n\n') }
}

/** Without the response body: an error page may contain secrets. */
function whatCame({ http_status_code, response }: Posted): string {
  return http_status_code === 0 ? `There was no answer: ${response}.` : `It answered ${http_status_code}.`
}
