// The names of a team: for its members, and for recipients of its email.
import { zoneFault } from '../../../../../base/rules/local-time.ts'
import { saveNamesOfTeam } from '../../../../../identity/teams/actions.ts'
import { normalizeName } from '../../../../../identity/teams/rules.ts'
import { type DashboardPage, page } from '../../../page.ts'
import { FormFault } from '../../../problems.ts'
import { imitatedWords, NAME_FAULT_OF_TEAM } from '../words.ts'
import { namesBody } from './view.ts'

const namesPage = page('GET /team/names', 'admin', async ({ visitor }) => ({
  title: 'Team names',
  body: () => namesBody(visitor),
}))

export const teamNamePages: DashboardPage[] = [
  namesPage,

  page(
    'POST /team/names',
    'admin',
    async visit => {
      const { tx, visitor, form, parts } = visit
      const { team } = visitor
      const name = normalizeName(form.get('name') ?? '')
      const sender_name = form.get('sender_name')?.trim() ? normalizeName(form.get('sender_name')!) : null
      const time_zone = form.get('time_zone')?.trim() || team.time_zone
      const fault = zoneFault(time_zone)
      if (fault !== undefined) throw new FormFault(`“Time zone” is invalid: ${fault}.`)
      if (!name || sender_name === undefined) throw new FormFault(NAME_FAULT_OF_TEAM)
      const imitated = name === team.name ? undefined : await parts.oauth.findImitated(tx, name)
      if (imitated !== undefined) throw new FormFault(imitatedWords(imitated))
      await saveNamesOfTeam(visit, { name, sender_name, time_zone })
      return { location: '/team?done=named' }
    },
    { refused: namesPage },
  ),
]
