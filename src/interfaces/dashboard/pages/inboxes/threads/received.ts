// The verification of a message's sender, and the files of a received message.
import type { Authentication } from '../../../../../inbound/receiving/rules.ts'
import type { ListedReceived, ReceivedAttachment } from '../../../../../inbound/receiving/store.ts'
import type { FileLinks } from '../../../../../mail/attachments/actions.ts'
import { parseAddress } from '../../../../../base/text/addresses.ts'
import type { StateWithMeaning } from '../../../ui/facts.ts'
import type { PageFile } from '../../../ui/mail-frame.ts'

const RESULTS: Record<Authentication['spf'], string> = {
  pass: 'passed',
  fail: 'failed',
  gray: 'neutral',
  processing_failed: 'check failed',
  unknown: 'not checked',
}

/** Whether the email is from the sender that it names. */
export function senderCheck({ authentication, from_address }: Pick<ListedReceived, 'authentication' | 'from_address'>) {
  return { ...verification(authentication, from_address), details: details(authentication) }
}

function verification(authentication: Authentication | null, from_address: string | null): StateWithMeaning {
  const domain = (from_address && parseAddress(from_address)?.address.split('@')[1]) ?? 'the domain of the sender'
  if (authentication?.dmarc === 'pass')
    return { words: 'Sender verified', mood: 'good', sentence: `This email passed authentication for ${domain}.` }
  if (authentication?.dmarc === 'fail') {
    const sentence = `This email failed authentication for ${domain}. The sender may be forged.`
    return { words: 'Sender not verified', mood: 'bad', sentence }
  }
  const sentence = `Authentication for ${domain} is inconclusive.`
  return { words: 'Sender unknown', mood: 'wait', sentence }
}

function details(authentication: Authentication | null): string {
  if (!authentication) return 'SPF, DKIM and DMARC were not checked.'
  const { spf, dkim, dmarc } = authentication
  return `SPF (the server may send for the domain): ${RESULTS[spf]}. DKIM (the signature is valid): ${RESULTS[dkim]}. DMARC (both match the sender): ${RESULTS[dmarc]}.`
}

/** Maximum files of an email on a page; the raw email contains all. */
export const LISTED_FILES_MAX = 200

/** The files of a received email, with links that are valid for an hour. */
export function receivedFiles(files: readonly ReceivedAttachment[], links: FileLinks, now: Date): PageFile[] {
  return files.map(({ id, team_id, email_id, filename, content_type, content_id, size }) => ({
    filename,
    content_type,
    bytes: size,
    content_id: content_id && content_id.replace(/^<([^<>]*)>$/, '$1'),
    url: links.linkTo({ team_id, email_id, id }, now, 'received').url,
  }))
}
