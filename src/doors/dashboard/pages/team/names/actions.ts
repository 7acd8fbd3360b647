// How a team is called: by its people, and by those who get its mail.
import { zoneFault } from '../../../../../base/rules/local-time.ts'
import { saveNamesOfTeam, usableName } from '../../../../../identity/teams/actions.ts'
import { type DashboardPage, page, type View } from '../../../page.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { imitatedWords, NAME_FAULT_OF_TEAM } from '../words.ts'
import { namesBody, type TypedNames } from './view.ts'

export const teamNamePages: DashboardPage[] = [
  page('GET /team/names', async ({ visitor }) => {
    const { name, sender_name, time_zone } = visitor.team
    return namesView(visitor, { name, sender_name: sender_name ?? '', time_zone })
  }),

  page('POST /team/names', async ({ tx, visitor, form, parts: { oauth } }) => {
    const typed = {
      name: form.get('name') ?? '',
      sender_name: form.get('sender_name') ?? '',
      time_zone: form.get('time_zone')?.trim() || visitor.team.time_zone,
    }
    const name = usableName(typed.name)
    const sender_name = typed.sender_name.trim() === '' ? null : usableName(typed.sender_name)
    const { time_zone } = typed
    const fault = zoneFault(time_zone)
    if (fault !== undefined) return namesView(visitor, typed, `The time zone cannot be used: ${fault}.`)
    if (!name || sender_name === undefined) return namesView(visitor, typed, NAME_FAULT_OF_TEAM)
    const imitated = name === visitor.team.name ? undefined : await oauth.findImitated(tx, name)
    if (imitated !== undefined) return namesView(visitor, typed, imitatedWords(imitated))
    saveNamesOfTeam(tx, visitor.team.id, { name, sender_name, time_zone })
    return { location: '/team?done=named' }
  }),
]

function namesView(visitor: Visitor, typed: TypedNames, trouble?: string): View {
  return {
    title: 'Names of the team',
    body: () => namesBody(visitor, typed, trouble),
    ...(trouble !== undefined && { status: 422 }),
  }
}
