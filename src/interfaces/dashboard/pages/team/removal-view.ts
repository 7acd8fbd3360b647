// The page of a removal: what ends when a member leaves a team, and what the remover may keep.
import type { ListedApiKey } from '../../../../identity/api-keys/actions.ts'
import { PERMISSIONS } from '../../../../../generated/scopes.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { GrantOfMember } from '../../../../identity/oauth/store/grants.ts'
import type { Visitor } from '../../session/visitor.ts'
import { csrfField } from '../../ui/forms.ts'
import { scopeTitles } from '../../ui/scopes.ts'
import { moment } from '../../ui/time.ts'
import type { AccessOfMember } from './remove-member.ts'
import { link } from '../../ui/link.ts'

export function removalBody({ member, grants, api_keys, ownerless }: AccessOfMember, visitor: Visitor): Html {
  const is_self = member.id === visitor.user.id
  const title = is_self ? html`Leave <bdi>${visitor.team.name}</bdi>` : html`Remove <bdi>${member.name}</bdi>`
  return html`<h1>${title}</h1>
    <p class="lead">
      ${
        is_self
          ? 'You will see nothing of this team any more, and what you made for it ends.'
          : html`<bdi>${member.email}</bdi> will see nothing of this team any more, and what they made for it ends.`
      }
    </p>
    <form method="post" action="/team/remove">
      ${csrfField()}
      <input type="hidden" name="user_id" value="${member.id}" />
      ${grantsPart(grants)} ${keysPart(api_keys, is_self)}
      ${!is_self && ownerless.length > 0 && ownerlessPart(ownerless)}
      <div class="choice">
        <button class="main">${is_self ? 'Yes, leave' : 'Yes, remove'}</button>
        <a class="button" href="/team">Not now</a>
      </div>
    </form>`
}

function grantsPart(grants: readonly GrantOfMember[]): Html {
  return html`<h2 id="grants">Access that ends</h2>
    ${
      grants.length === 0
        ? html`<p class="empty">No application has access that they gave.</p>`
        : html`<ul class="rows" aria-labelledby="grants">
            ${grants.map(
              ({ client_name, scopes, created_at }) =>
                html`<li>
                  <div class="what">
                    <h3><bdi>${client_name}</bdi></h3>
                    <p>${tag(scopeTitles(scopes).join(', '))}</p>
                    <p class="soft">Given ${moment(created_at)}</p>
                  </div>
                </li>`,
            )}
          </ul>`
    }`
}

/** A member who leaves cannot keep a key, because it would have no owner in the team. */
function keysPart(api_keys: readonly ListedApiKey[], is_self: boolean): Html {
  const question = is_self
    ? 'Programs that use these keys are refused at once. If a program has to go on, ask an admin to remove you and to keep its key.'
    : 'Programs that use these keys are refused at once. A key that you keep is yours, and they may still know it: make another one for the program, and delete this one, as soon as you can.'
  return html`<h2 id="keys">API keys that end</h2>
    ${
      api_keys.length === 0
        ? html`<p class="empty">There is no key that they made.</p>`
        : html`<p>${question}</p>
            <ul class="rows" aria-labelledby="keys">
              ${api_keys.map(key => keyRow(key, !is_self && choice('keep', key, 'Keep it, as mine')))}
            </ul>`
    }`
}

function ownerlessPart(api_keys: readonly ListedApiKey[]): Html {
  return html`<h2 id="ownerless">Keys without an owner</h2>
    <p>
      It is unknown who created these keys; this member may have. They go on working unless you end them here or at
      ${link('/api-keys', 'API keys')}.
    </p>
    <ul class="rows" aria-labelledby="ownerless">
      ${api_keys.map(key => keyRow(key, choice('end', key, 'End it, too')))}
    </ul>`
}

function keyRow({ name, permission, created_at, last_used_at }: ListedApiKey, chosen: Html | false): Html {
  return html`<li>
    <div class="what">
      <h3><bdi>${name}</bdi></h3>
      <p>${tag(PERMISSIONS.find(each => each.name === permission)?.title)}</p>
      <p class="soft">
        Made ${moment(created_at)}, ${last_used_at === null ? 'never used' : html`last used ${moment(last_used_at)}`}
      </p>
    </div>
    ${chosen}
  </li>`
}

function choice(name: 'keep' | 'end', { id, name: key }: ListedApiKey, label: string): Html {
  return html`<label class="check">
    <input type="checkbox" name="${name}" value="${id}" aria-label="${label}: ${key}" />
    <span>${label}</span>
  </label>`
}
