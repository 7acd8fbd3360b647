// Complaints in the form of RFC 5965 (ARF): a person said that an email is not wanted.
import { shortened } from '../../../base/text/length.ts'
import { bareAddress, type Fields, fieldGroups, firstField } from './fields.ts'
import type { Report, ReportMail } from './reported.ts'

/** These are no complaints: it was no spam after all, or a server reports how our signatures fared (RFC 6591). */
const NO_COMPLAINT = ['not-spam', 'auth-failure']
const WORDS_MAX = 300

export function complaintIn({ parts }: ReportMail): Extract<Report, { kind: 'complaint' }> | undefined {
  const part = parts.find(({ type }) => type === 'message/feedback-report')
  const [fields] = part ? fieldGroups(part.text) : []
  const type = fields && firstField(fields, 'feedback-type')?.toLowerCase()
  if (!fields || type === undefined || type === '' || NO_COMPLAINT.includes(type)) return undefined
  return { kind: 'complaint', addresses: addressesIn(fields), words: wordsOf(type, fields) }
}

/** Services that pass complaints on often hide who complained. */
function addressesIn(fields: Fields): string[] {
  const named = ['original-rcpt-to', 'removal-recipient', 'original-recipient'].flatMap(name => fields.get(name) ?? [])
  return [...new Set(named.flatMap(value => bareAddress(value.replace(/^rfc822;/i, '')) ?? []))]
}

function wordsOf(type: string, fields: Fields): string {
  const agent = firstField(fields, 'user-agent')
  return shortened(`Complaint (${type})${agent ? ` by ${agent}` : ''}`, WORDS_MAX)
}
