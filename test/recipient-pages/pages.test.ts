// The branding of recipient pages over HTTP: set by a team, and shown only to its recipients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { imagePath } from '../../src/mail/images/rules.ts'
import { sql } from '../support/beside.ts'
import { anImage } from '../support/images.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let sink: MailSink
let person: Person
let team_id: string
let logo: { id: string; path: string }

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url })
  person = aPerson(server)
  await person.logIn()
  ;[{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams')) as [{ id: string }]
  const image = await anImage(server, team_id)
  logo = { id: image.id, path: imagePath(image) }
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const LOOK = { logo_id: '', accent: '', language: 'auto' }
async function save(look: Partial<typeof LOOK>) {
  await person.get('/recipient-pages')
  return person.post('/recipient-pages', { ...LOOK, ...look })
}

/** The unsubscribe page of a recipient of the team, whose browser requests Spanish. */
async function opened(of = team_id) {
  const url = await server.database.read(async tx =>
    unsubscribeUrl(tx, { team_id: of, address: 'ada@example.com' }, new Date()),
  )
  const { pathname, search } = new URL(url)
  const answer = await fetch(server.url + pathname + search, { headers: { 'accept-language': 'es' } })
  return { text: await answer.text(), headers: answer.headers }
}

describe('the branding of a team', () => {
  it('is on the unsubscribe page, with the name of the team and without inline styles', async () => {
    expect(await save({ logo_id: logo.id, accent: '#B00020' })).toMatchObject({
      location: '/recipient-pages?done=saved',
    })
    const { text, headers } = await opened()
    expect(text).toContain(`<img src="${logo.path}" alt="" />`)
    expect(text).toMatch(/sender-mark[^]*<bdi>[^<]+<\/bdi>/)
    expect(text).not.toMatch(/<style| style=/)
    const [, path] = /href="(\/accent\/\w+\.css)"/.exec(text)!
    const styles = await fetch(server.url + path)
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await styles.text()).toContain('--accent: #b00020')
    expect(headers.get('content-security-policy')).toContain("style-src 'self'; img-src 'self'")
    expect(Buffer.byteLength(text)).toBeLessThan(40_000)
  })

  it('has a language, by default that of the browser', async () => {
    expect((await opened()).text).toContain('<html lang="es">')
    await save({ language: 'de' })
    const { text, headers } = await opened()
    expect(text).toMatch(/<html lang="de">[^]*Abmelden/)
    expect(headers.get('content-language')).toBe('de')
    await save({ language: 'tlh' })
    expect((await opened()).text).toContain('<html lang="es">')
  })

  it('is on the sign-up page, the confirmation page and the email between them', async () => {
    await save({ logo_id: logo.id, accent: '#b00020', language: 'fr' })
    await person.get('/sign-up-forms')
    const form = { name: 'F', consent: 'Yes', from: 'news@example.com' }
    const { location } = await person.post('/sign-up-forms/make', form)
    const at = `${server.url}/sign-up/${/([\w-]{36})/.exec(location!)![1]}`
    const headers = { 'accept-language': 'de' }
    expect(await (await fetch(at, { headers })).text()).toMatch(/<html lang="fr">[^]*S’abonner/)
    const body = new URLSearchParams({ email: 'grace@example.net' })
    expect(await (await fetch(at, { method: 'POST', headers, body })).text()).toContain('<html lang="fr">')
    await server.queue.idle()
    const raw = sink.messages.at(-1)!.raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(raw).toMatch(/Confirmer l(?:=E2=80=99|’)abonnement/)
    const link = server.url + /\/sign-up\/confirm\?token=[\w-]+/.exec(raw)![0]
    for (const method of ['GET', 'POST']) {
      const text = await (await fetch(link, { method, headers })).text()
      expect(text).toMatch(/<html lang="fr">[^]*b00020\.css[^]*sender-mark/)
    }
    expect(await (await fetch(`${at}x`, { headers })).text()).toContain('<html lang="de">')
  })

  it('is rejected with an unreadable color, and stays unchanged', async () => {
    await save({ accent: '#b00020' })
    const refused = await save({ accent: '#ffcc00' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('its contrast is 1.38 to 1')])
    expect(refused.text).toContain('value="#ffcc00"')
    expect((await opened()).text).toContain('/accent/b00020.css')
    for (const path of ['/accent/ffcc00.css', '/accent/b00020', '/accent/x.css', '/accent/B00020.css'])
      expect((await fetch(server.url + path)).status).toBe(404)
  })

  it('is previewed next to its form, and recorded in the audit log', async () => {
    await save({ language: 'de' })
    const { text, headers } = await person.get('/recipient-pages/preview')
    expect(text).toContain('<html lang="de">')
    expect(headers.get('content-security-policy')).toMatch(/form-action 'none'; frame-ancestors 'self'/)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const { data } = (await server.call('GET', '/audit-events?action=recipient_pages.updated')).body
    expect(data[0]).toMatchObject({ object: { id: team_id }, changes: { language: { after: 'de' } } })
  })

  it('applies only to this team', async () => {
    await save({ logo_id: logo.id, accent: '#b00020', language: 'de' })
    const { team_id: other } = await aTeam(server, 'Stranger')
    expect((await opened(other)).text).not.toMatch(/sender-mark|\/accent\/|lang="de"/)
    const stranger = aPerson(server)
    await stranger.logIn('/start', await aColleague(server, { email: 'stranger@example.net', team_id: other }))
    expect((await stranger.get('/recipient-pages')).text).not.toContain(logo.id)
  })
})
