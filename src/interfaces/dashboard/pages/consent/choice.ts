// The person's choice on the consent page. A form can be tampered with, so a choice must be one that the page offered. The
// redirect URI and everything else come from the stored request.
import type { AuthorizationRequest } from '../../../../identity/oauth/authorize/requests.ts'
import { impliedScopes, withoutImplied, satisfies } from '../../../../base/operation/scope.ts'
import type { Scope } from '../../../../../generated/scopes.ts'
import { scopesOfRole } from '../../../../identity/api-keys/actions.ts'
import type { Role } from '../../../../identity/teams/roles.ts'
import { isSingleChoice } from '../../ui/scopes.ts'
import { CSRF_FIELD } from '../../session/csrf.ts'
import { type PageProblem, problem } from '../../problems.ts'

type Choice =
  | {
      decision: 'approve'
      team_id: string
      /** Set if the person chose less than requested. */
      scopes?: readonly Scope[]
    }
  | { decision: 'deny' }

const FIELDS = [CSRF_FIELD, 'decision', 'team_id', 'scope']

/** Narrower scopes that can be granted instead of the requested ones. */
export function narrowerScopes(asked: readonly Scope[]): Scope[] {
  const most = withoutImplied(asked)
  return impliedScopes(asked).filter(scope => !most.includes(scope))
}

/** Whether each scope has a checkbox. Otherwise the options are everything, or everything and one narrower scope. */
export function hasBoxes(asked: readonly Scope[]): boolean {
  const offered = impliedScopes(asked)
  return offered.length > 1 && !isSingleChoice(offered)
}

interface OwnRole {
  id: string
  role: Role
}

/** The requested scopes that the person's roles include, and the teams in which they have at least one of them. */
export function withinRoles<T extends OwnRole>(
  asked: readonly Scope[],
  members: readonly T[],
): { scopes: readonly Scope[]; teams: T[] } {
  const teams = members.filter(({ role }) => within(asked, scopesOfRole(role)).length > 0)
  return {
    scopes: within(
      asked,
      teams.flatMap(({ role }) => scopesOfRole(role)),
    ),
    teams,
  }
}

/** The scopes; if they exceed the maximum, the part of the maximum that they contain. */
function within(scopes: readonly Scope[], most: readonly Scope[]): readonly Scope[] {
  if (scopes.every(scope => satisfies(most, scope))) return scopes
  return impliedScopes(scopes).filter(scope => satisfies(most, scope))
}

export function choiceOf(
  form: URLSearchParams,
  { scopes: asked }: Pick<AuthorizationRequest, 'scopes'>,
  members: readonly OwnRole[],
): Choice {
  const { scopes, teams } = withinRoles(asked, members)
  const names = [...form.keys()].filter(name => name !== 'scope' || !hasBoxes(scopes))
  if (new Set(names).size < names.length || !names.every(name => FIELDS.includes(name))) throw changed()
  const decision = form.get('decision')
  if (decision !== 'approve' && decision !== 'deny') {
    throw problem(400, 'Missing choice', 'Go back and select “Allow access” or “Deny”.')
  }
  // a denial needs no other field
  if (decision === 'deny') return { decision }
  const { id: team_id, role } = chosenTeam(form.get('team_id'), teams, members)
  const granted = within(chosenScopes(form.getAll('scope'), scopes), scopesOfRole(role))
  if (granted.length === 0) throw noRole()
  // as much as requested, possibly with other scopes
  return asked.every(scope => satisfies(granted, scope))
    ? { decision, team_id }
    : { decision, team_id, scopes: granted }
}

function chosenScopes(chosen: readonly string[], asked: readonly Scope[]): readonly Scope[] {
  const offered = impliedScopes(asked)
  if (new Set(chosen).size < chosen.length || !chosen.every(name => offered.some(scope => scope === name)))
    throw changed()
  if (chosen.length > 0) return offered.filter(scope => chosen.includes(scope))
  if (!hasBoxes(asked)) return asked
  throw problem(400, 'No permission selected', 'Go back and select at least one permission, or deny the request.')
}

function chosenTeam<T extends OwnRole>(team_id: string | null, teams: readonly T[], members: readonly T[]): T {
  if (teams.length === 0 && members.length > 0) throw noRole()
  if (teams.length === 0) {
    throw problem(403, 'No team', 'You are not a member of a team, so there is nothing to give access to.')
  }
  // a person with one team had no choice of a team
  const chosen = team_id ?? (teams.length === 1 ? teams[0]!.id : null)
  if (chosen === null) throw problem(400, 'Missing team', 'Go back and select a team.')
  const team = teams.find(({ id }) => id === chosen)
  if (team) return team
  if (members.some(({ id }) => id === chosen)) throw noRole()
  throw problem(403, 'Not your team', 'You are not a member of this team. No access was given.')
}

function noRole(): PageProblem {
  return problem(
    403,
    'Not allowed for your role',
    'Your role in this team cannot give this access. Ask an owner of the team.',
  )
}

function changed(): PageProblem {
  return problem(400, 'Invalid form', 'The form differs from the one that you were shown. No access was given.')
}
