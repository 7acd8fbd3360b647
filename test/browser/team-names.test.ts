// Team names: the internal one and the public one that recipients see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startServer()
  admin = aPerson(server)
  await admin.logIn()
})
afterAll(() => server.stop())

/** The text of the unsubscribe page. */
async function leavingPage(team_id: string): Promise<string> {
  const leaver = { team_id, address: 'reader@example.net' }
  const link = await server.database.read(async tx => unsubscribeUrl(tx, leaver, server.now()))
  return (await fetch(link)).text()
}
const name = (fields: Record<string, string>, by = admin) => by.post('/team/names', fields)

describe('team names', () => {
  it('are set by an admin: an internal and a public name', async () => {
    const team_id = await firstTeamOf(server, server.admin.email)
    const theirs = await aTeamOf(server, server.admin.email, 'Others')
    expect(await leavingPage(team_id)).toContain('Emails from My team')
    expect((await admin.get('/team')).text).toContain('<a href="/team/names">')
    expect((await admin.get('/team/names')).text).toContain('value="My team"')
    expect((await name({ name: ' Office  3 ', sender_name: '' })).location).toBe('/team?done=named')
    expect((await admin.get('/team?done=named')).text).toMatch(/<h1><bdi>Office 3<\/bdi><\/h1>[^]*Team names updated/)
    expect(await leavingPage(team_id)).toContain('Emails from Office 3')
    await name({ name: 'Office 3', sender_name: 'Acme <b>& Sons' })
    expect(await leavingPage(team_id)).toContain('Emails from Acme &lt;b&gt;&amp; Sons')
    expect(await leavingPage(team_id)).not.toContain('Office 3')
    expect((await admin.get('/team')).text).toContain('see the name <bdi>Acme &lt;b&gt;&amp; Sons</bdi>')
    // Without a public name, the internal one is shown.
    await name({ name: 'Office 3', sender_name: '  ' })
    expect(await leavingPage(team_id)).toContain('Emails from Office 3')
    expect(await leavingPage(theirs)).toContain('Emails from Others')
  })

  it('are rejected if invalid, with the input kept', async () => {
    await admin.get('/team/names')
    for (const wrong of [
      { name: '', sender_name: 'Acme"' },
      { name: 'x'.repeat(101), sender_name: 'Acme"' },
      { name: 'a\u202Eb', sender_name: 'Acme"' },
      { name: 'Other', sender_name: 'Acme"\u202E' },
      { name: 'Other', sender_name: `Acme"${'x'.repeat(100)}` },
    ]) {
      const { status, text } = await name(wrong)
      expect([status, text.includes('role="alert"'), text.includes('value="Acme&quot;')]).toEqual([422, true, true])
    }
    const imitating = await name({ name: 'The Lettermill team', sender_name: '' })
    expect([imitating.status, imitating.text.includes('similar to “Lettermill”')]).toEqual([422, true])
    expect((await admin.get('/team')).text).toContain('<h1><bdi>Office 3</bdi></h1>')
  })

  it('cannot be changed by a developer', async () => {
    const account = await aColleague(server, { email: 'member@example.net', role: 'developer' })
    const member = aPerson(server)
    await member.logIn('/team', account)
    expect((await member.get('/team')).text).not.toContain('/team/names')
    expect((await member.get('/team/names')).status).toBe(403)
    expect((await name({ name: 'Taken', sender_name: '' }, member)).status).toBe(403)
    expect((await admin.get('/team')).text).toContain('<h1><bdi>Office 3</bdi></h1>')
  })
})
