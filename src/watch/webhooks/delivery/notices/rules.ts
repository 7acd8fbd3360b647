// The mails to the administrators of a team whose endpoint fails.
import type { InSchemas } from '../../../../../generated/api.ts'
import { parsedAddress } from '../../../../base/text/addresses.ts'
import type { Posted } from '../rules.ts'

/** What the administrators of a team are told about an endpoint. */
export interface EndpointNotice {
  about: 'failure' | 'disabled'
  url: string
  posted: Posted
}

/** Of a mail. */
export const ADMINISTRATORS_TOLD_MAX = 50
/** It marks these mails, of which no event is posted: an endpoint that fails would be posted to more and more. */
const TAG = { name: 'lettermill_notice', value: 'webhooks' }

export function isNotice(tags: readonly { name: string; value: string }[]): boolean {
  return tags.some(({ name, value }) => name === TAG.name && value === TAG.value)
}

/** The name in the address of a server: one that mail can be from, also where it is reached as `localhost` or by a number. */
export function mailNameOfServer(public_url: string): string {
  const { hostname } = new URL(public_url)
  return parsedAddress(`notices@${hostname}`) ? hostname : 'lettermill.localhost'
}

export function noticeMail({ about, url, posted }: EndpointNotice, from: string, to: string[]): InSchemas['SendEmail'] {
  const { subject, text } = about === 'failure' ? failureWords(url, posted) : disabledWords(url, posted)
  return { from, to, subject, text, tags: [TAG] }
}

function failureWords(url: string, posted: Posted): { subject: string; text: string } {
  const text = [
    'A webhook event could not be delivered to this endpoint of your team:',
    url,
    `${whatCame(posted)} The time was ${posted.ended_at.toISOString()}.`,
    'The event is retried for about 28 hours, eight attempts in all. After five days without a single success the endpoint is disabled. You will be told then; a failure like this one is reported at most once a day.',
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

/** What the endpoint said is not repeated: a page of errors may hold secrets. */
function whatCame({ http_status_code, response }: Posted): string {
  return http_status_code === 0 ? `There was no answer: ${response}.` : `It answered ${http_status_code}.`
}
