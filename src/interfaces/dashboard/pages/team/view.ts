// The page of a team's members, and the forms to change them.
import type { Member } from '../../../../identity/teams/rules.ts'
import { ROLES, ROLE_NAMES, type Role, managesMembers } from '../../../../identity/teams/roles.ts'
import type { Invitation } from '../../../../identity/teams/invitations/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { currentReader, doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, radios, VERBATIM } from '../../ui/fields.ts'
import { actionForm, inlineForm, panelForm } from '../../ui/forms.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { timeAgo, dateTime } from '../../ui/time.ts'

/** Shown once, because its holder can join. */
interface InvitationLink {
  email: string
  url: string
  /** Whether the invitation was also sent by email. */
  is_mailed: boolean
}

interface TeamPageData {
  members: Member[]
  invitations: Invitation[]
  visitor: Visitor
}

export function teamBody({ members, invitations, visitor }: TeamPageData): Html {
  const isLeader = managesMembers(visitor.team.role)
  return html`<h1><bdi>${visitor.team.name}</bdi></h1>
    <p class="lead">Every member can view the team’s emails. Other permissions depend on the role.</p>
    ${doneNote()} ${isLeader && namesPart(visitor)} ${isLeader && inviteForm(visitor)}
    <h2 id="people">Members</h2>
    ${rowList(members, { columns: memberColumns(visitor), empty: '', label: 'Members' })}
    ${
      invitations.length > 0 &&
      html`<h2 id="invited">Pending invitations</h2>
        ${rowList(invitations, { columns: invitationColumns(visitor), empty: '', label: 'Pending invitations' })}`
    }
    ${visitor.team.role === 'owner' && factorsPart(visitor)} ${visitor.is_operator && newTeamForm()}`
}

function namesPart({ team: { name, sender_name } }: Visitor): Html {
  return html`<p>
    Recipients see the name <bdi>${sender_name ?? name}</bdi>.
    ${currentReader().mayOpen('/team/names') && html`<a href="/team/names">Edit team names</a>`}
  </p>`
}

/** The copied link differs from the emailed link, which proves that its holder reads the email of the address. */
export function linkBox({ email, url, is_mailed }: InvitationLink): Html {
  const subject = encodeURIComponent('Invitation to Lettermill')
  const mail = `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(url)}`
  return html`<section class="note done" role="status">
    <h2>${is_mailed ? 'Invitation sent to' : 'Link for'} <bdi>${email}</bdi></h2>
    ${is_mailed && html`<p>You can also share this link. Only the link in the email verifies the address.</p>`}
    <p><code>${url}</code></p>
    <p>
      <strong>Copy it now, or <a href="${mail}">write an email</a>.</strong> The link is shown only once. It works once,
      within seven days.
    </p>
  </section>`
}

function inviteForm({ team }: Visitor): Html {
  const roles = rolesFor(team.role).map(name => ({
    name,
    title: ROLES[name].title,
    description: ROLES[name].description,
  }))
  return panelForm({
    title: 'Invite member',
    path: '/team/invite',
    trouble: formOutcome().trouble,
    fields: html`${field('Email address', { name: 'email', inputmode: 'email', ...VERBATIM, required: true, value: entered('email') })}
    ${radios('Role', roles, { name: 'role', value: entered('role', 'developer')! })}`,
    label: 'Invite member',
  })
}

/** The roles that a member with this role can assign. */
function rolesFor(role: Role): Role[] {
  return ROLE_NAMES.filter(each => role === 'owner' || each !== 'owner')
}

function roleFields(user_id: string, current: Role, { team }: Visitor): Html {
  return html`<input type="hidden" name="user_id" value="${user_id}" />
    <label
      >Role
      <select name="role">
        ${rolesFor(team.role).map(
          role => html`<option value="${role}" ${role === current && html`selected`}>${ROLES[role].title}</option>`,
        )}
      </select></label
    >`
}

function memberColumns(visitor: Visitor): ListColumn<Member>[] {
  return [
    {
      title: 'Member',
      cell: ({ id, name, email }) =>
        html`<strong><bdi>${name}</bdi></strong
          >${id === visitor.user.id && ' (you)'}
          <p class="soft"><bdi>${email}</bdi></p>`,
    },
    { title: 'Role', cell: ({ role }) => tag(ROLES[role].title) },
    { title: 'Joined', cell: ({ created_at }) => timeAgo(created_at) },
    { title: 'Actions', kind: 'acts', cell: member => memberActs(member, visitor) },
  ]
}

function memberActs({ id, name, role }: Member, visitor: Visitor): Html | false {
  const is_self = id === visitor.user.id
  const isLeader = managesMembers(visitor.team.role)
  const label = is_self ? 'Leave' : 'Remove'
  return (
    (isLeader || is_self) &&
    html`${
        isLeader &&
        rolesFor(visitor.team.role).includes(role) &&
        inlineForm({
          about: name,
          path: '/team/role',
          label: 'Role',
          button: 'Save',
          fields: roleFields(id, role, visitor),
        })
      } <a class="button quiet" href="/team/remove/${id}" aria-label="${label}: ${name}">${label}</a>`
  )
}

function invitationColumns({ team }: Visitor): ListColumn<Invitation>[] {
  return [
    { title: 'Email address', cell: ({ email }) => html`<strong><bdi>${email}</bdi></strong>` },
    { title: 'Role', cell: ({ role }) => tag(ROLES[role].title) },
    { title: 'Expires', cell: ({ expires_at }) => dateTime(expires_at) },
    {
      title: 'Actions',
      kind: 'acts',
      cell: ({ id, email }) =>
        managesMembers(team.role) &&
        actionForm({
          path: '/team/withdraw',
          label: 'Withdraw',
          about: email,
          fields: { invitation_id: id },
        }),
    },
  ]
}

function factorsPart({ team: { needs_two_factors: isNeeded, name } }: Visitor): Html {
  return html`<section class="panel">
    <h2>Two-factor authentication</h2>
    <p>
      ${
        isNeeded
          ? 'Members need two-factor authentication to open this team.'
          : 'Two-factor authentication is optional.'
      }
    </p>
    ${actionForm({
      path: '/team/two-factors',
      label: isNeeded ? 'Stop requiring two-factor authentication' : 'Require two-factor authentication',
      about: name,
      fields: { needed: isNeeded ? 'no' : 'yes' },
    })}
  </section>`
}

function newTeamForm(): Html {
  return panelForm({
    title: 'Create team',
    path: '/team/found',
    fields: html`${field('Name', { name: 'name', required: true, maxlength: 100, autocomplete: 'off' })}
      <p class="hint">A team has its own emails, API keys and members. You become its owner.</p>`,
    label: 'Create team',
  })
}
