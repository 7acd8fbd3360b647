// The displayed parts of a message without its bodies: its sender, the checks of the sender, and its files.
import type { Authentication } from '../../../../../inbound/receiving/rules.ts'
import type { ListedReceived, ReceivedAttachment } from '../../../../../inbound/receiving/store.ts'
import type { FileLinks } from '../../../../../mail/attachments/actions.ts'
import { parsedAddress } from '../../../../../base/text/addresses.ts'
import type { StateWithMeaning } from '../../../ui/facts.ts'
import type { ShownFile } from '../../../ui/mail-frame.ts'

const FINDINGS: Record<Authentication['spf'], string> = {
  pass: 'passed',
  fail: 'failed',
  gray: 'said nothing for or against it',
  processing_failed: 'could not be checked',
  unknown: 'was not checked',
}

/** Whether the email is from the sender that it names, in plain words. */
export function senderWords({ authentication, from_address }: Pick<ListedReceived, 'authentication' | 'from_address'>) {
  return { ...standing(authentication, from_address), details: details(authentication) }
}

function standing(authentication: Authentication | null, from_address: string | null): StateWithMeaning {
  const domain = (from_address && parsedAddress(from_address)?.address.split('@')[1]) ?? 'the domain'
  if (authentication?.dmarc === 'pass')
    return { words: 'Sender confirmed', mood: 'good', sentence: `${domain} confirms that this mail is its own.` }
  if (authentication?.dmarc === 'fail') {
    const sentence = `${domain} does not confirm that this mail is its own: the sender may be forged.`
    return { words: 'Sender not confirmed', mood: 'bad', sentence }
  }
  const sentence = `Nothing shows whether this mail is from ${domain}.`
  return { words: 'Sender unknown', mood: 'wait', sentence }
}

function details(authentication: Authentication | null): string {
  if (!authentication) return 'SPF, DKIM and DMARC were not checked.'
  const { spf, dkim, dmarc } = authentication
  return `SPF (may this server send for the domain) ${FINDINGS[spf]}; DKIM (is it signed and unchanged) ${FINDINGS[dkim]}; DMARC (do both belong to the sender shown) ${FINDINGS[dmarc]}.`
}

/** Maximum files of an email on a page; the raw email contains all. */
export const LISTED_FILES_MAX = 200

/** The files of a received email, with links that are valid for an hour. */
export function receivedFiles(files: readonly ReceivedAttachment[], links: FileLinks, now: Date): ShownFile[] {
  return files.map(({ id, team_id, email_id, filename, content_type, content_id, size }) => ({
    filename,
    content_type,
    bytes: size,
    content_id: content_id && content_id.replace(/^<([^<>]*)>$/, '$1'),
    url: links.linkTo({ team_id, email_id, id }, now, 'received').url,
  }))
}
