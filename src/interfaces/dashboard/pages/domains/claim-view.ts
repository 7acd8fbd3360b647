// The page of a claim of another team's domain.
import type { Claim } from '../../../../identity/domains/claims/store.ts'
import { proofOf } from '../../../../identity/domains/claims/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { moodTag } from '../../ui/facts.ts'
import { actForm } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { plainTable } from './record-table.ts'
import { CLAIM_BLOCKS, CLAIM_STATES } from './words.ts'

export function claimPart(claim: Claim): Html {
  const { name, status, blocked_reason, failure_reason, expires_at, domain_id } = claim
  const state = CLAIM_STATES[status]
  return html`<p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${blocked_reason !== null && html`<p class="warning" role="note">${CLAIM_BLOCKS[blocked_reason]} It is tried again by itself.</p>`}
    ${failure_reason !== null && html`<p class="warning" role="note"><bdi>${failure_reason}</bdi></p>`}
    ${
      isLasting(claim) &&
      html`<section aria-labelledby="record">
        <h2 id="record">The record that shows it is yours</h2>
        <p>Another team has this domain. Enter this record where its DNS is kept, until ${moment(expires_at)}.</p>
        ${plainTable({ name, type: 'TXT', value: proofOf(claim) }, `The record of the claim of ${name}`)}
        <div class="acts">
          ${actForm({ path: `/domains/${domain_id}/verify-claim`, label: 'Look for it now', about: name })}
        </div>
      </section>`
    }`
}

/** Whether the claim can still succeed. */
export function isLasting({ status }: Pick<Claim, 'status'>): boolean {
  return status === 'pending' || status === 'blocked' || status === 'verified'
}
