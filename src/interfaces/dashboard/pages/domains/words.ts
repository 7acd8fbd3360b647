// The states of domains, records and claims, as text.
import type { Schemas } from '../../../../../generated/api.ts'
import type { KeyView } from '../../../../identity/domains/present.ts'
import type { Html } from '../../../../base/html/html.ts'
import { moodTag, type State, type StateWithMeaning } from '../../ui/facts.ts'

export const DOMAIN_STATES: Record<Schemas['DomainStatus'], StateWithMeaning> = {
  not_started: {
    words: 'Not verified',
    mood: '',
    sentence: 'Its records were not looked for yet. Put them into DNS, then have them verified.',
  },
  pending: {
    words: 'Verifying',
    mood: 'wait',
    sentence: 'Its records are looked for, for up to 72 hours: each minute at first, and ever more seldom.',
  },
  verified: {
    words: 'Verified',
    mood: 'good',
    sentence: 'All records that it needs were found. They are looked at twice a day.',
  },
  partially_verified: {
    words: 'Partly verified',
    mood: 'wait',
    sentence: 'Of sending and receiving one is verified, and the records of the other are still looked for.',
  },
  partially_failed: {
    words: 'Partly failed',
    mood: 'bad',
    sentence: 'Of sending and receiving one is verified. Records of the other were not found within 72 hours.',
  },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence:
      'Records that it needs were not found within 72 hours. Nothing is looked for until you have it verified again.',
  },
}

export function domainTag(status: Schemas['DomainStatus']): Html {
  return moodTag(DOMAIN_STATES[status])
}

const RECORD_STATES: Record<Schemas['DomainRecordStatus'], State> = {
  not_started: { words: 'Not looked for yet', mood: '' },
  pending: { words: 'Not found yet', mood: 'wait' },
  verified: { words: 'Found', mood: 'good' },
  failed: { words: 'Not found', mood: 'bad' },
  temporary_failure: { words: 'Gone', mood: 'bad' },
}

/** A record that exists but is not as expected. */
const WRONG: State = { words: 'Wrong', mood: 'bad' }

export function recordTag({ status, found, problem }: Schemas['DomainRecord']): Html {
  const isWrong = (status === 'pending' || status === 'failed') && found.length > 0 && problem !== null
  return moodTag(isWrong ? WRONG : RECORD_STATES[status])
}

/** The purpose of a record. */
export function purposeOf({ record, type }: Pick<Schemas['DomainRecord'], 'record' | 'type'>): string {
  if (record === 'SPF') return type === 'MX' ? 'Return path: where bounces come back to' : 'SPF: who may send'
  return PURPOSES[record]
}

const PURPOSES: Record<Exclude<Schemas['DomainRecordPurpose'], 'SPF'>, string> = {
  DKIM: 'DKIM: a key that mail is signed with',
  Receiving: 'Receiving: where mail to the domain goes',
  Tracking: 'Tracking: where tracked links lead',
  DMARC: 'DMARC: what others do with mail that only says it is from you',
}

export const KEY_STATES: Record<KeyView['state'], State> = {
  new: { words: 'Waits for its record', mood: 'wait' },
  active: { words: 'In use', mood: 'good' },
  retiring: { words: 'Replaced', mood: '' },
}

export const CLAIM_STATES: Record<Schemas['DomainClaimStatus'], StateWithMeaning> = {
  pending: {
    words: 'Claimed',
    mood: 'wait',
    sentence: 'It changes hands when its record is found, unless the other team still uses it.',
  },
  verified: { words: 'Claimed', mood: 'wait', sentence: 'Its record was found, and it is changing hands.' },
  completed: { words: 'Completed', mood: 'good', sentence: 'The domain is this team’s, with new keys.' },
  blocked: {
    words: 'Held up',
    mood: 'bad',
    sentence: 'The record was found, and the domain does not change hands now.',
  },
  expired: {
    words: 'Expired',
    mood: 'bad',
    sentence: 'The claim was open for 7 days. Remove it, and claim the domain anew.',
  },
  superseded: {
    words: 'Ended',
    mood: 'bad',
    sentence: 'The domain has changed hands meanwhile, or was claimed anew. Remove this claim.',
  },
  canceled: { words: 'Canceled', mood: '', sentence: 'Nothing comes of it any more.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'Nothing comes of it any more. Remove it, and claim the domain anew.',
  },
}

export const CLAIM_BLOCKS: Record<NonNullable<Schemas['DomainClaim']['blocked_reason']>, string> = {
  grace_period: 'The other team verified it within the last 72 hours.',
  recent_owner_activity: 'The other team sent mail from it within the last 7 days.',
  pending_scheduled_emails: 'The other team has mail from it that is still to be sent.',
}
