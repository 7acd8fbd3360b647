// The page of a team's members, and the forms to change them.
import type { Member, Role } from '../../../../identity/teams/actions.ts'
import type { Invitation } from '../../../../identity/teams/invitations/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, VERBATIM } from '../../ui/fields.ts'
import type { FormOutcome } from '../../page.ts'
import { actForm, panelForm } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'

/** Shown once, as its holder can join. */
interface InvitationLink {
  email: string
  url: string
}

interface Shown extends FormOutcome {
  members: Member[]
  invitations: Invitation[]
  visitor: Visitor
}

const ROLES: Record<Role, string> = { admin: 'Admin', member: 'Member' }

export function teamBody({ members, invitations, visitor, done, trouble, form }: Shown): Html {
  const leads = visitor.team.role === 'admin'
  return html`<h1><bdi>${visitor.team.name}</bdi></h1>
    <p class="lead">All members see the team's mail and grants. Admins invite and remove people.</p>
    ${done} ${leads && namesPart(visitor)} ${leads && inviteForm(visitor, trouble, form)}
    <h2 id="people">People</h2>
    <ul class="rows" aria-labelledby="people">
      ${members.map(member => memberRow(member, visitor))}
    </ul>
    ${
      invitations.length > 0 &&
      html`<h2 id="invited">Invited</h2>
        <ul class="rows" aria-labelledby="invited">
          ${invitations.map(invitation => invitationRow(invitation, visitor))}
        </ul>`
    }
    ${visitor.is_operator && newTeamForm(visitor)}`
}

function namesPart({ team: { name, sender_name } }: Visitor): Html {
  return html`<p>
    Those who get its mail know it as <bdi>${sender_name ?? name}</bdi>.
    <a href="/team/names">Change the names of the team</a>
  </p>`
}

/** The link is not mailed by us: every key of the team could read that mail, and with it the token. */
export function linkBox({ email, url }: InvitationLink): Html {
  const subject = encodeURIComponent('An invitation to Lettermill')
  const mail = `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(url)}`
  return html`<section class="note done" role="status">
    <h2>The link for <bdi>${email}</bdi></h2>
    <p><code>${url}</code></p>
    <p>
      <strong>Copy it now, or <a href="${mail}">write the mail</a>.</strong> It is shown this once, works once, and for
      seven days.
    </p>
  </section>`
}

function inviteForm({ csrf_token }: Visitor, trouble: string | undefined, form: URLSearchParams): Html {
  const roles = Object.entries(ROLES).map(([id, name]) => ({ id, name }))
  return panelForm({
    title: 'Invite a person',
    path: '/team/invite',
    csrf_token,
    trouble,
    fields: html`${field('Email address', { name: 'email', inputmode: 'email', ...VERBATIM, required: true, value: form.get('email') })}
    ${choice({ name: 'role', title: 'Role', options: roles, chosen: form.get('role') ?? 'member' })}`,
    label: 'Make a link',
  })
}

function memberRow({ id, name, email, role, created_at }: Member, visitor: Visitor): Html {
  const is_self = id === visitor.user.id
  const leads = visitor.team.role === 'admin'
  const other: Role = role === 'admin' ? 'member' : 'admin'
  const about = { about: name, csrf_token: visitor.csrf_token }
  return html`<li>
    <div class="what">
      <h3><bdi>${name}</bdi>${is_self && ' (you)'}</h3>
      <p class="soft"><bdi>${email}</bdi></p>
      <p>${tag(ROLES[role])} <span class="soft">since ${moment(created_at)}</span></p>
    </div>
    <div class="acts">
      ${
        leads && actForm({ ...about, path: '/team/role', label: `Make ${other}`, fields: { user_id: id, role: other } })
      }
      ${
        (leads || is_self) &&
        html`<a class="button quiet" href="/team/remove/${id}" aria-label="${is_self ? 'Leave' : 'Remove'}: ${name}"
          >${is_self ? 'Leave' : 'Remove'}</a
        >`
      }
    </div>
  </li>`
}

function invitationRow({ id, email, role, expires_at }: Invitation, { team, csrf_token }: Visitor): Html {
  return html`<li>
    <div class="what">
      <h3><bdi>${email}</bdi></h3>
      <p>${tag(ROLES[role])} <span class="soft">until ${moment(expires_at)}</span></p>
    </div>
    ${
      team.role === 'admin' &&
      actForm({
        path: '/team/withdraw',
        label: 'Withdraw',
        about: email,
        csrf_token,
        fields: { invitation_id: id },
      })
    }
  </li>`
}

function newTeamForm({ csrf_token }: Visitor): Html {
  return panelForm({
    title: 'Make another team',
    path: '/team/found',
    csrf_token,
    fields: html`${field('Name of the team', { name: 'name', required: true, maxlength: 100, autocomplete: 'off' })}
      <p class="soft hint">It has its own mail, keys and people. You are its first admin.</p>`,
    label: 'Make the team',
  })
}
