// The page of a removal: what ends when a member leaves a team, and what the remover may keep.
import type { ListedApiKey } from '../../../../identity/api-keys/actions.ts'
import { PERMISSIONS } from '../../../../../generated/scopes.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { GrantOfMember } from '../../../../identity/oauth/store/grants.ts'
import type { Visitor } from '../../session/visitor.ts'
import { csrfField } from '../../ui/forms.ts'
import { scopeTitles } from '../../ui/scopes.ts'
import { dateTime } from '../../ui/time.ts'
import type { AccessOfMember } from './remove-member.ts'
import { link } from '../../ui/link.ts'

export function removalBody({ member, grants, api_keys, ownerless }: AccessOfMember, visitor: Visitor): Html {
  const is_self = member.id === visitor.user.id
  const title = is_self ? html`Leave <bdi>${visitor.team.name}</bdi>` : html`Remove <bdi>${member.name}</bdi>`
  return html`<h1>${title}</h1>
    <p class="lead">
      ${
        is_self
          ? 'You will lose access to this team, and the access that you gave ends.'
          : html`<bdi>${member.email}</bdi> will lose access to this team, and the access that they gave ends.`
      }
    </p>
    <form method="post" action="/team/remove">
      ${csrfField()}
      <input type="hidden" name="user_id" value="${member.id}" />
      ${grantsPart(grants)} ${keysPart(api_keys, is_self)}
      ${!is_self && ownerless.length > 0 && ownerlessPart(ownerless)}
      <div class="choice">
        <button class="main">${is_self ? 'Leave team' : 'Remove member'}</button>
        <a class="button" href="/team">Cancel</a>
      </div>
    </form>`
}

function grantsPart(grants: readonly GrantOfMember[]): Html {
  return html`<h2 id="grants">Connected apps that lose access</h2>
    ${
      grants.length === 0
        ? html`<p class="empty">None.</p>`
        : html`<ul class="rows" aria-labelledby="grants">
            ${grants.map(
              ({ client_name, scopes, created_at }) =>
                html`<li>
                  <div class="what">
                    <h3><bdi>${client_name}</bdi></h3>
                    <p>${tag(scopeTitles(scopes).join(', '))}</p>
                    <p class="soft">Connected ${dateTime(created_at)}</p>
                  </div>
                </li>`,
            )}
          </ul>`
    }`
}

/** A member who leaves cannot keep a key, because it would have no owner in the team. */
function keysPart(api_keys: readonly ListedApiKey[], is_self: boolean): Html {
  const question = is_self
    ? 'Programs that use these keys stop working immediately. To keep a key, ask an administrator to remove you and keep it.'
    : 'Programs that use these keys stop working immediately. You become the owner of a key that you keep. The member may still know it, so replace it soon.'
  return html`<h2 id="keys">API keys that are deleted</h2>
    ${
      api_keys.length === 0
        ? html`<p class="empty">None.</p>`
        : html`<p>${question}</p>
            <ul class="rows" aria-labelledby="keys">
              ${api_keys.map(key => keyRow(key, !is_self && choice('keep', key, 'Keep as mine')))}
            </ul>`
    }`
}

function ownerlessPart(api_keys: readonly ListedApiKey[]): Html {
  return html`<h2 id="ownerless">API keys without an owner</h2>
    <p>
      These keys have no recorded owner, so this member may have created them. They keep working unless you delete them
      here or under ${link('/api-keys', 'API keys')}.
    </p>
    <ul class="rows" aria-labelledby="ownerless">
      ${api_keys.map(key => keyRow(key, choice('end', key, 'Delete')))}
    </ul>`
}

function keyRow({ name, permission, created_at, last_used_at }: ListedApiKey, chosen: Html | false): Html {
  return html`<li>
    <div class="what">
      <h3><bdi>${name}</bdi></h3>
      <p>${tag(PERMISSIONS.find(each => each.name === permission)?.title)}</p>
      <p class="soft">
        Created ${dateTime(created_at)},
        ${last_used_at === null ? 'never used' : html`last used ${dateTime(last_used_at)}`}
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
