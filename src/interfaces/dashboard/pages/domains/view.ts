// The page of one domain: its state, its records and the results of DNS, its keys and its settings.
import { type DomainSettings, spfTermOf } from '../../../../identity/domains/records.ts'
import type { DomainView, KeyView } from '../../../../identity/domains/present.ts'
import type { Claim } from '../../../../identity/domains/claims/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { moodTag } from '../../ui/facts.ts'
import type { Visitor } from '../../session/visitor.ts'
import { checkBox, choice, field, VERBATIM } from '../../ui/fields.ts'
import { confirmForm, csrfField, formButton, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { askedChange, NAME_MAX } from './asked.ts'
import { claimPart, isLasting } from './claim-view.ts'
import { mailHostWarning } from './list-view.ts'
import { recordTable } from './record-table.ts'
import { DOMAIN_STATES, domainTag, KEY_STATES } from './words.ts'

/** `trouble` and `form` belong to the settings. */
interface Shown extends FormOutcome {
  domain: DomainView
  /** The claim that created the domain, if there was one. */
  claim: Claim | undefined
  visitor: Visitor
  settings: DomainSettings
}

export function domainBody(shown: Shown): Html {
  const { domain, claim, done, settings } = shown
  return html`<p><a class="back" href="/domains">Domains</a></p>
    <h1><bdi>${domain.name}</bdi></h1>
    ${done} ${mailHostWarning(settings.mail_host)} ${domain.is_placeholder && claim ? claimPart(claim) : ownPart(shown)}
    ${removal(shown)}`
}

function ownPart(shown: Shown): Html {
  const { domain } = shown
  const { status, records, dmarc } = domain
  return html`<p class="lead">${domainTag(status)} ${DOMAIN_STATES[status].sentence}</p>
    <section aria-labelledby="records">
      <h2 id="records">Records</h2>
      <p>
        Enter these where the DNS of the domain is kept. One click on a name or a value marks all of it. The server
        compares what DNS says with them.
      </p>
      ${recordTable([...records, dmarc], `Records of ${domain.name}`)} ${verification(shown)}
    </section>
    ${bouncePart(shown)} ${keyPart(shown)} ${settingsPart(shown)}`
}

/**
 * The part about the return path. Where bounces are sent and what SPF checks depends on whether this server receives bounces.
 */
function bouncePart({ domain: { name, records, may_send, bounces_here }, settings }: Shown): Html | false {
  const host = records.find(({ record }) => record === 'SPF')?.host
  if (host === undefined) return false
  return html`<section aria-labelledby="bounces">
    <h2 id="bounces">Bounces and SPF</h2>
    ${
      settings.takes_bounces
        ? html`<p>
            ${
              may_send && !bounces_here
                ? html`Until the records of the return path are found, mail leaves with each sender’s own address. Then
                  bounces`
                : 'Bounces'
            }
            come back to <code>${host}</code>, and SPF is judged there.
          </p>`
        : html`<p>
              This server takes no bounces: mail leaves with each sender’s own address, bounces go to that mailbox, and
              other servers judge SPF by the record of <code>${name}</code> itself, which should contain
              <code>${spfTermOf(settings)}</code>. The records of <code>${host}</code> are needed once bounces are
              taken.
            </p>
            <p>
              <a class="alone" href="/docs/guides/bounces#bounces-that-come-later"
                >Have bounces come back to this server</a
              >
            </p>`
    }
  </section>`
}

/** The id of the settings form, which buttons next to it submit. */
const SETTINGS = 'settings-form'

function verification({ domain: { id, name, checked_at } }: Shown): Html {
  return html`<div class="acts">
    ${formButton({ form: SETTINGS, path: `/domains/${id}/verify`, label: 'Verify now', about: name, isAnyway: true })}
    <p class="soft">
      ${checked_at === null ? 'DNS was not asked yet.' : html`DNS was last asked ${moment(checked_at)}.`}
    </p>
  </div>`
}

// ---- keys ---------------------------------------------------------------------------------------------------------

function keyPart({ domain: { id, name, keys, capabilities } }: Shown): Html | false {
  if (capabilities.sending === 'disabled' || keys.length === 0) return false
  const isWaiting = keys.some(({ state }) => state === 'new')
  return html`<section aria-labelledby="keys">
    <h2 id="keys">Keys (DKIM)</h2>
    <p>${overlapWords(keys)}</p>
    <ul class="rows" aria-labelledby="keys">
      ${keys.map(keyRow)}
    </ul>
    ${
      !isWaiting &&
      confirmForm({
        path: `/domains/${id}/rotate-dkim`,
        label: 'Make new keys',
        about: name,
        question:
          'New keys are made beside those in use, and mail is signed with them as soon as their records are found. Nothing changes before that.',
      })
    }
  </section>`
}

/** The progress of a key rotation, as text. */
function overlapWords(keys: readonly KeyView[]): string {
  const states = new Set(keys.map(({ state }) => state))
  const isInUse = ({ algorithm }: KeyView): boolean =>
    keys.some(other => other.algorithm === algorithm && other.state === 'active')
  const waiting = keys.filter(({ state }) => state === 'new')
  // one key of a new domain may be found before the other, and does not replace one
  if (waiting.length > 0 && states.has('active') && !waiting.some(isInUse))
    return 'Mail is signed with the key whose record was found, and with the other one too once its record is right.'
  if (waiting.length > 0 && states.has('active'))
    return 'Keys are being changed: mail is signed with the old ones until a record of a new one is found. Keep both in DNS.'
  if (states.has('new')) return 'Mail is signed as soon as the record of a key is found.'
  if (states.has('retiring'))
    return 'Keys were changed: mail is signed with the new ones. Keep the records of the old ones, as mail signed with them is still under way.'
  return 'Mail from this domain is signed with these.'
}

const ALGORITHMS: Record<KeyView['algorithm'], string> = { rsa: 'RSA 2048', ed25519: 'Ed25519' }

function keyRow({ algorithm, state, created_at, host, needed_until }: KeyView): Html {
  return html`<li>
    <div class="what">
      <h3>${ALGORITHMS[algorithm]}</h3>
      <p class="soft"><code>${host}</code></p>
      <p class="soft">
        Made
        ${moment(created_at)}${needed_until !== null && html`; its record has to stay until ${moment(needed_until)}`}
      </p>
    </div>
    ${moodTag(KEY_STATES[state])}
  </li>`
}

// ---- settings -----------------------------------------------------------------------------------------------------

function settingsPart({ domain, trouble, form }: Shown): Html {
  const asked = trouble === undefined ? undefined : askedChange(form)
  const { sending, receiving } = { ...domain.capabilities, ...asked?.capabilities }
  const { tls, open_tracking, click_tracking } = { ...domain, ...asked }
  return html`<section aria-labelledby="settings">
    <h2 id="settings">Settings</h2>
    <div class="panel">
      <form method="post" action="/domains/${domain.id}/settings" id="${SETTINGS}">
        ${csrfField()} ${troubleBox(trouble)}
        <fieldset>
          <legend>What it is used for</legend>
          ${checkBox('Mail is sent from it', 'sending', sending === 'enabled')}
          ${checkBox('Mail to it is received', 'receiving', receiving === 'enabled')}
        </fieldset>
        ${choice({ name: 'tls', title: 'How its mail travels', options: TLS, chosen: tls })}
        <fieldset>
          <legend>What is to be tracked</legend>
          ${checkBox('That a mail is opened', 'open_tracking', open_tracking)}
          ${checkBox('That a link is followed', 'click_tracking', click_tracking)}
          <p class="hint soft">
            It changes the HTML of mail that is sent from now on, and no plain text: links lead over its tracking
            subdomain, once that was found, but for those with the attribute <code>data-no-track</code>, and a picture
            of one dot is added.
            <a href="/docs/guides/tracking">What is known then, and for how long</a>
          </p>
        </fieldset>
        ${field('Tracking subdomain that links lead to once its record is found; those before stay in use', { name: 'tracking_subdomain', maxlength: NAME_MAX, ...VERBATIM, placeholder: 'links', value: asked?.tracking_subdomain ?? domain.tracking_subdomain })}
        <button class="main">Save</button>
      </form>
    </div>
  </section>`
}

const TLS = [
  { id: 'opportunistic', name: 'Encrypted where the other server can' },
  { id: 'enforced', name: 'Encrypted, or not at all' },
]

function removal({ domain: { id, name, is_placeholder }, claim }: Shown): Html {
  const isClaim = is_placeholder && claim !== undefined && isLasting(claim)
  return confirmForm({
    path: `/domains/${id}/remove`,
    label: isClaim ? 'Cancel the claim' : 'Remove the domain',
    about: name,
    question: isClaim
      ? 'The domain stays with the team that has it. It can be claimed anew.'
      : 'Its keys are forgotten: mail from it is not signed any more and, where domains must be verified, refused. API keys that may only send from it can send nothing.',
  })
}
