// The states of domains, keys and claims, as text.
import type { Schemas } from '../../../../../generated/api.ts'
import type { KeyView } from '../../../../identity/domains/present.ts'
import type { Html } from '../../../../base/html/html.ts'
import { moodTag, type State, type StateWithMeaning } from '../../ui/facts.ts'

export const DOMAIN_STATES: Record<Schemas['DomainStatus'], StateWithMeaning> = {
  not_started: {
    words: 'Not verified',
    mood: '',
    sentence: 'Add its DNS records, then verify the domain.',
  },
  pending: {
    words: 'Verifying',
    mood: 'wait',
    sentence: 'We check DNS for up to 72 hours, less often over time.',
  },
  verified: {
    words: 'Verified',
    mood: 'good',
    sentence: 'All required records were found. We check them twice a day.',
  },
  partially_verified: {
    words: 'Partially verified',
    mood: 'wait',
    sentence: 'Either sending or receiving is verified. We are still checking the records of the other.',
  },
  partially_failed: {
    words: 'Partially failed',
    mood: 'bad',
    sentence: 'Either sending or receiving is verified. Records of the other were not found within 72 hours.',
  },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'Required records were not found within 72 hours. Correct them, then verify the domain again.',
  },
}

export function domainTag(status: Schemas['DomainStatus']): Html {
  return moodTag(DOMAIN_STATES[status])
}

export const KEY_STATES: Record<KeyView['state'], State> = {
  new: { words: 'Record pending', mood: 'wait' },
  active: { words: 'In use', mood: 'good' },
  retiring: { words: 'Replaced', mood: '' },
}

export const CLAIM_STATES: Record<Schemas['DomainClaimStatus'], StateWithMeaning> = {
  pending: {
    words: 'Claimed',
    mood: 'wait',
    sentence: 'The domain is transferred when its record is found, unless the other team still uses it.',
  },
  verified: { words: 'Claimed', mood: 'wait', sentence: 'The record was found. The domain is being transferred.' },
  completed: { words: 'Completed', mood: 'good', sentence: 'The domain belongs to your team and has new keys.' },
  blocked: {
    words: 'Blocked',
    mood: 'bad',
    sentence: 'The record was found, but the domain can’t be transferred yet.',
  },
  expired: {
    words: 'Expired',
    mood: 'bad',
    sentence: 'The claim expired after 7 days. Remove it, then claim the domain again.',
  },
  superseded: {
    words: 'Superseded',
    mood: 'bad',
    sentence: 'The domain was transferred or claimed again. Remove this claim.',
  },
  canceled: { words: 'Canceled', mood: '', sentence: 'The claim was canceled.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'The claim failed. Remove it, then claim the domain again.',
  },
}

export const CLAIM_BLOCKS: Record<NonNullable<Schemas['DomainClaim']['blocked_reason']>, string> = {
  grace_period: 'The other team verified it within the last 72 hours.',
  recent_owner_activity: 'The other team sent emails from it within the last 7 days.',
  pending_scheduled_emails: 'The other team has scheduled emails from it.',
}
