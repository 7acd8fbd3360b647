// The page of one domain: its state, its records and the results of DNS, its keys and its settings; or its claim.
import { type Html, html } from '../../../../base/html/html.ts'
import { claimProof } from '../../../../identity/domains/claims/rules.ts'
import type { Claim } from '../../../../identity/domains/claims/store.ts'
import type { DomainView, KeyView } from '../../../../identity/domains/present.ts'
import { type DomainSettings, spfTermOf } from '../../../../identity/domains/records.ts'
import { moodTag } from '../../ui/facts.ts'
import { checkBox, choice, field, VERBATIM } from '../../ui/fields.ts'
import { actionForm, confirmForm, csrfField, formButton, errorBox } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { dateTime } from '../../ui/time.ts'
import { DOMAIN_NAME_MAX, mailHostWarning } from './list-view.ts'
import { plainTable, recordTable } from './record-table.ts'
import { CLAIM_BLOCKS, CLAIM_STATES, DOMAIN_STATES, domainTag, KEY_STATES } from './words.ts'

interface DomainPageData {
  domain: DomainView
  /** The claim that created the domain, if there was one. */
  claim: Claim | undefined
  settings: DomainSettings
}

export function domainBody(data: DomainPageData): Html {
  const { domain, claim, settings } = data
  return html`<p><a class="back" href="/domains">Domains</a></p>
    <h1><bdi>${domain.name}</bdi></h1>
    ${doneNote()} ${mailHostWarning(settings.mail_host)}
    ${domain.is_placeholder && claim ? claimPart(claim) : ownPart(data)} ${removeForm(data)}`
}

function claimPart(claim: Claim): Html {
  const { name, status, blocked_reason, failure_reason, expires_at, domain_id } = claim
  const state = CLAIM_STATES[status]
  return html`<p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${blocked_reason !== null && html`<p class="warning" role="note">${CLAIM_BLOCKS[blocked_reason]} The transfer is retried automatically.</p>`}
    ${failure_reason !== null && html`<p class="warning" role="note"><bdi>${failure_reason}</bdi></p>`}
    ${
      isOpen(claim) &&
      html`<section aria-labelledby="record">
        <h2 id="record">Proof of ownership</h2>
        <p>Another team has this domain. Add this record to its DNS by ${dateTime(expires_at)}.</p>
        ${plainTable({ name, type: 'TXT', value: claimProof(claim) }, `Claim record of ${name}`)}
        <div class="acts">
          ${actionForm({ path: `/domains/${domain_id}/verify-claim`, label: 'Verify claim', about: name })}
        </div>
      </section>`
    }`
}

/** Whether the claim can still succeed. */
function isOpen({ status }: Claim): boolean {
  return status === 'pending' || status === 'blocked' || status === 'verified'
}

function ownPart(data: DomainPageData): Html {
  const { id, name, status, records, dmarc, checked_at } = data.domain
  return html`<p class="lead">${domainTag(status)} ${DOMAIN_STATES[status].sentence}</p>
    <section aria-labelledby="records">
      <h2 id="records">DNS records</h2>
      <p>Add these records at your DNS provider. Click a name or value to select it.</p>
      ${recordTable([...records, dmarc], `DNS records of ${name}`)}
      <div class="acts">
        ${formButton({ form: SETTINGS, path: `/domains/${id}/verify`, label: 'Verify domain', about: name, isAnyway: true })}
        <p class="soft">
          ${checked_at === null ? 'DNS was not checked yet.' : html`Last DNS check: ${dateTime(checked_at)}.`}
        </p>
      </div>
    </section>
    ${bouncePart(data)} ${keyPart(data.domain)} ${settingsPart(data.domain)}`
}

/**
 * The part about the return path. Where bounces are sent and what SPF checks depends on whether this server receives bounces.
 */
function bouncePart({ domain: { name, records, may_send, bounces_here }, settings }: DomainPageData): Html | false {
  const host = records.find(({ record }) => record === 'SPF')?.host
  if (host === undefined) return false
  return html`<section aria-labelledby="bounces">
    <h2 id="bounces">Bounces and SPF</h2>
    ${
      settings.takes_bounces
        ? html`<p>
            ${
              may_send && !bounces_here
                ? 'Until the return path records are found, emails use the sender’s address as return path. Then bounces'
                : 'Bounces'
            }
            are sent to <code>${host}</code>, and SPF is checked for this name.
          </p>`
        : html`<p>
              This server does not receive bounces, so emails use the sender’s address as return path. Bounces go to
              that mailbox. SPF is checked for <code>${name}</code>, whose SPF record should contain
              <code>${spfTermOf(settings)}</code>. The records of <code>${host}</code> are required once this server
              receives bounces.
            </p>
            <p>
              <a class="alone" href="/docs/guides/bounces#bounces-that-come-later">Receive bounces on this server</a>
            </p>`
    }
  </section>`
}

// ---- keys ---------------------------------------------------------------------------------------------------------

function keyPart({ id, name, keys, capabilities }: DomainView): Html | false {
  if (capabilities.sending === 'disabled' || keys.length === 0) return false
  return html`<section aria-labelledby="keys">
    <h2 id="keys">DKIM keys</h2>
    <p>${rotationText(keys)}</p>
    <ul class="rows" aria-labelledby="keys">
      ${keys.map(keyRow)}
    </ul>
    ${
      !keys.some(({ state }) => state === 'new') &&
      confirmForm({
        path: `/domains/${id}/rotate-dkim`,
        label: 'Rotate keys',
        about: name,
        question:
          'Creates new keys. Emails are signed with the current keys until the DNS records of the new ones are found.',
      })
    }
  </section>`
}

/** The progress of a key rotation, as text. */
function rotationText(keys: readonly KeyView[]): string {
  const states = new Set(keys.map(({ state }) => state))
  const isInUse = ({ algorithm }: KeyView): boolean =>
    keys.some(other => other.algorithm === algorithm && other.state === 'active')
  const waiting = keys.filter(({ state }) => state === 'new')
  // one key of a new domain may be found before the other, and does not replace one
  if (waiting.length > 0 && states.has('active') && !waiting.some(isInUse))
    return 'Emails are signed with the key whose record was found. The other key is used once its record is correct.'
  if (waiting.length > 0 && states.has('active'))
    return 'Key rotation in progress: emails are signed with the old keys until the record of a new key is found. Keep all records in DNS.'
  if (states.has('new')) return 'Emails are signed once the record of a key is found.'
  if (states.has('retiring'))
    return 'Keys rotated: emails are signed with the new keys. Keep the records of the old keys for emails that are still being delivered.'
  return 'Emails from this domain are signed with these keys.'
}

const ALGORITHMS: Record<KeyView['algorithm'], string> = { rsa: 'RSA 2048', ed25519: 'Ed25519' }

function keyRow({ algorithm, state, created_at, host, needed_until }: KeyView): Html {
  return html`<li>
    <div class="what">
      <h3>${ALGORITHMS[algorithm]}</h3>
      <p class="soft"><code>${host}</code></p>
      <p class="soft">
        Created
        ${dateTime(created_at)}${needed_until !== null && html`. Keep its record until ${dateTime(needed_until)}`}
      </p>
    </div>
    ${moodTag(KEY_STATES[state])}
  </li>`
}

// ---- settings -----------------------------------------------------------------------------------------------------

/** The id of the settings form, which buttons next to it submit. */
const SETTINGS = 'settings-form'

const TLS = [
  { id: 'opportunistic', name: 'Opportunistic: encrypt if the other server supports it' },
  { id: 'enforced', name: 'Enforced: send only over encrypted connections' },
]

function settingsPart({ id, capabilities, tls, open_tracking, click_tracking, tracking_subdomain }: DomainView): Html {
  const { trouble, form } = formOutcome()
  const box = (label: string, name: string, stored: boolean): Html =>
    checkBox(label, name, trouble === undefined ? stored : form.has(name))
  return html`<section aria-labelledby="settings">
    <h2 id="settings">Settings</h2>
    <div class="panel">
      <form method="post" action="/domains/${id}/settings" id="${SETTINGS}">
        ${csrfField()} ${errorBox(trouble)}
        <fieldset>
          <legend>Capabilities</legend>
          ${box('Send emails', 'sending', capabilities.sending === 'enabled')}
          ${box('Receive emails', 'receiving', capabilities.receiving === 'enabled')}
        </fieldset>
        ${choice({ name: 'tls', title: 'TLS', options: TLS, chosen: entered('tls', tls) })}
        <fieldset>
          <legend>Tracking</legend>
          ${box('Track opens', 'open_tracking', open_tracking)} ${box('Track clicks', 'click_tracking', click_tracking)}
          <p class="hint soft">
            Changes the HTML of new emails: links lead to the tracking subdomain once its record is found, and an
            invisible image is added. Plain text and links with <code>data-no-track</code> are not changed.
            <a href="/docs/guides/tracking">Read about tracking</a>
          </p>
        </fieldset>
        ${field('Tracking subdomain', { name: 'tracking_subdomain', maxlength: DOMAIN_NAME_MAX, ...VERBATIM, placeholder: 'links', value: entered('tracking_subdomain', tracking_subdomain), hint: 'Used once its record is found. Links with earlier tracking subdomains keep working.' })}
        <button class="main">Save settings</button>
      </form>
    </div>
  </section>`
}

function removeForm({ domain: { id, name, is_placeholder }, claim }: DomainPageData): Html {
  const isClaim = is_placeholder && claim !== undefined && isOpen(claim)
  return confirmForm({
    path: `/domains/${id}/remove`,
    label: isClaim ? 'Cancel claim' : 'Remove domain',
    about: name,
    question: isClaim
      ? 'The other team keeps the domain. You can claim it again.'
      : 'This deletes its DKIM keys, so that emails from it are no longer signed. If domains must be verified, these emails are refused. API keys restricted to this domain can no longer send.',
  })
}
