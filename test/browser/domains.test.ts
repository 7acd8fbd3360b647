// Domain pages, used without scripts: adding, DNS results, settings, key rotation, claims and removal.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { type Clock, clock } from '../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../support/domains.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

const HOUR_MS = 3_600_000

let time: Clock
let names: NameServer
let server: TestServer
let person: Person
const zone: Record<string, Names | 'SERVFAIL' | 'silent'> = {}

beforeAll(async () => {
  time = clock()
  names = await zoneServer(zone)
  server = await startServer({ MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address }, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await names.close()
})
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name]
})

const text = async (path: string): Promise<string> => (await person.get(path)).text
const idIn = (location: string | null): string => /^\/domains\/([\w-]{36})/.exec(location ?? '')![1]!
const add = async (name: string, more: Record<string, string> = {}): Promise<string> =>
  idIn((await person.post('/domains/add', { name, ...more })).location)
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const get = async (id: string): Promise<any> => (await server.call('GET', `/domains/${id}`)).body
const listed = (page: string): string[] =>
  [...page.matchAll(/<a href="\/domains\/[\w-]{36}"><bdi>([^<]+)/g)].map(([, name]) => name!)

describe('domain list', () => {
  it('is linked from the mailbox of a team without domains and shows the next step', async () => {
    expect(await text('/mailbox')).toContain('<a href="/domains">Add the domain that you send from</a>')
    const page = await text('/domains')
    expect(page).toContain('No domains yet.')
    expect(page).toMatch(/<details class="panel" open>\s*<summary>Add domain/)
    const id = await add('first.example')
    expect(await text('/mailbox')).not.toContain('Add the domain that you send from')
    expect(await text('/domains')).toContain(`<a href="/domains/${id}"><bdi>first.example</bdi></a>`)
    expect(await text('/domains')).toContain('Not verified')
  })

  it('rejects an invalid or duplicate name and keeps the input', async () => {
    const { status, text: page } = await person.post('/domains/add', { name: 'localhost', custom_return_path: 'back' })
    expect(status).toBe(422)
    expect(page).toContain('it must be a domain name such as example.com; received &quot;localhost&quot;')
    expect(page).toContain('value="localhost"')
    expect(page).toContain('value="back"')
    const wrong = await person.post('/domains/add', { name: 'x.example', custom_return_path: '9x' })
    expect([wrong.status, wrong.text.includes('it must be one label')]).toEqual([422, true])
    await add('twice.example')
    const again = await person.post('/domains/add', { name: 'TWICE.example' })
    expect([again.status, again.text.includes('has been registered already')]).toEqual([422, true])
    // No other team has this domain, so it cannot be claimed.
    expect(again.text).not.toContain('/domains/claim')
  })

  it('is paginated', async () => {
    const team_id = await firstTeamOf(server, server.admin.email)
    await server.database.unit(async tx => {
      for (let number = 10; number < 38; number++) {
        await addVerifiedDomain(tx, { team_id, name: `p${number}.example` }, time.now())
      }
    })
    const first = await text('/domains')
    expect(listed(first)).toHaveLength(25)
    expect(listed(first)[0]).toBe('p37.example')
    const [, next] = /href="([^"]*)" class="older"/.exec(first)!
    const second = await text(next!.replaceAll('&amp;', '&'))
    expect(listed(second).slice(0, 3)).toEqual(['p12.example', 'p11.example', 'p10.example'])
    expect(second).toContain('>Newer</a>')
  })
})

describe('domain page', () => {
  it('shows each record with its value and its DNS result', async () => {
    const id = await add('shown.example', { receiving: 'on', tracking_subdomain: 'go', custom_return_path: 'back' })
    const { records, dmarc } = await get(id)
    const page = await text(`/domains/${id}?done=added`)
    expect(page).toContain('Domain added.')
    for (const { name, value } of [...records, dmarc]) {
      expect(page).toContain(`<code class="copied">${name}</code>`)
      expect(page).toContain(`<code class="copied">${value}</code>`)
    }
    expect(records).toHaveLength(6)
    expect(page.match(/<span class="line soft">Required<\/span>/g)).toHaveLength(2)
    expect(page.match(/Required once this server receives bounces/g)).toHaveLength(2)
    expect(page.match(/<span class="line soft">Recommended<\/span>/g)).toHaveLength(2)
    expect(page.match(/<span class="line soft">Optional<\/span>/g)).toHaveLength(1)
    expect(page).toContain('Priority 10')
    expect(page).toContain('<caption>')
    expect(page).toContain('DNS was not checked yet.')
    addRecords(zone, [records[0]])
    zone['back.shown.example'] = { MX: ['5 <b>other</b>.example'], TXT: ['v=spf1 <script>alert(1)</script> -all'] }
    await server.queue.stop()
    const location = (await person.post(`/domains/${id}/verify`)).location!
    expect(await text(location)).toContain('DNS check started.')
    await server.queue.start()
    await server.queue.idle()
    const after = await text(location)
    // The message appears once, not on the reloads that show the results.
    expect(after).not.toContain('DNS check started.')
    // Sending requires only the key.
    expect(after).toContain('Partially verified')
    expect(after.match(/>Incorrect<\/span>/g)).toHaveLength(2)
    expect(after).toContain('No CNAME record at go.shown.example')
    expect(after).toContain('The SPF record does not contain a:mail.sender.example')
    expect(after).toContain('<code>v=spf1 &lt;script&gt;alert(1)&lt;/script&gt; -all</code>')
    expect(after).not.toContain('<script>')
    expect(after).not.toContain('<b>other')
  })

  it('shows where bounces go and which domain SPF is checked for, with and without receiving bounces', async () => {
    const id = await add('bounces.example')
    const plain = (page: string): string => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    const closed = await text(`/domains/${id}`)
    expect(plain(closed)).toContain(
      'emails use the sender’s address as return path. Bounces go to that mailbox. SPF is checked for bounces.example, whose SPF record should contain a:mail.sender.example.',
    )
    expect(closed).toContain('href="/docs/guides/bounces#bounces-that-come-later"')
    expect((await person.get('/docs/guides/bounces')).text).toContain('id="bounces-that-come-later"')
    expect(await text('/domains')).not.toContain('Bounces are sent to')
    const open = await startServer({ MAIL_HOST: 'mail.sender.example', SMTP_IN_PORT: '0' })
    const operator = aPerson(open)
    await operator.logIn()
    const made = await open.call('POST', '/domains', { body: { name: 'bounces.example' } })
    const page = (await operator.get(`/domains/${made.body.id}`)).text
    expect(plain(page)).toContain('Bounces are sent to send.bounces.example, and SPF is checked for this name.')
    expect(page.match(/<span class="line soft">Required<\/span>/g)).toHaveLength(3)
    await open.stop()
  })

  it('reports one wrong key of a new domain as wrong, not as a key rotation', async () => {
    const id = await add('one-key.example')
    const { records } = await get(id)
    const keys = records.filter(({ record }: Record<string, string>) => record === 'DKIM')
    // Differs from the real key in the first character.
    const other = keys[1].value.includes('p=A') ? 'BBBB' : 'AAAA'
    addRecords(zone, [keys[0], { ...keys[1], value: `v=DKIM1; k=ed25519; p=${other}` }])
    await person.post(`/domains/${id}/verify`)
    await server.queue.idle()
    const page = await text(`/domains/${id}`)
    expect(page).toContain('Emails are signed with the key whose record was found. The other key is used once')
    expect(page).not.toContain('Key rotation in progress')
    expect(page).toContain(`The record contains another key (&quot;${other}&quot; instead of &quot;`)
    expect(page).toContain(`<code>v=DKIM1; k=ed25519; p=${other}</code>`)
  })

  it('updates the settings and rejects invalid ones', async () => {
    const id = await add('settings.example')
    const all = { sending: 'on', receiving: 'on', tls: 'enforced', click_tracking: 'on', tracking_subdomain: 'links' }
    expect((await person.post(`/domains/${id}/settings`, all)).location).toBe(`/domains/${id}?done=changed`)
    expect(await get(id)).toMatchObject({
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      open_tracking: false,
      click_tracking: true,
      tracking_subdomain: 'links',
    })
    const page = await text(`/domains/${id}`)
    expect(page).toMatch(/<option value="enforced" selected>/)
    expect(page).toMatch(/name="click_tracking" checked/)
    const none = await person.post(`/domains/${id}/settings`, { tls: 'opportunistic', tracking_subdomain: 'a b' })
    expect(none.status).toBe(422)
    expect(none.text).toContain('role="alert"')
    expect(none.text).toContain('value="a b"')
    expect(none.text).not.toMatch(/name="sending" checked/)
    expect((await get(id)).capabilities).toEqual({ sending: 'enabled', receiving: 'enabled' })
    // An empty tracking subdomain stays unchanged.
    await person.post(`/domains/${id}/settings`, { receiving: 'on' })
    expect(await get(id)).toMatchObject({
      capabilities: { sending: 'disabled', receiving: 'enabled' },
      click_tracking: false,
      tracking_subdomain: 'links',
    })
  })

  it('rotates the keys and shows the progress', async () => {
    const { id } = await aVerifiedDomain(server, zone, 'keys.example')
    expect(await text(`/domains/${id}`)).toContain('Emails from this domain are signed with these keys.')
    const { location } = await person.post(`/domains/${id}/rotate-dkim`)
    expect(location).toBe(`/domains/${id}?done=rotated`)
    const waiting = await text(location!)
    expect(waiting).toContain('emails are signed with the old keys until the record of a new key is found')
    expect(waiting.match(/Record pending/g)).toHaveLength(2)
    expect(waiting).not.toContain('rotate-dkim')
    const { records } = await get(id)
    const fresh = records.filter(
      ({ status, record }: Record<string, string>) => record === 'DKIM' && status !== 'verified',
    )
    expect(fresh).toHaveLength(2)
    addRecords(zone, fresh)
    await person.post(`/domains/${id}/verify`)
    await server.queue.idle()
    const changed = await text(`/domains/${id}`)
    expect(changed).toContain('Keep the records of the old keys')
    expect(changed.match(/Keep its record until/g)).toHaveLength(2)
    expect(changed).toContain('Keep this record for 7 days')
  })

  it('removes the domain after a confirmation', async () => {
    const id = await add('removed.example')
    expect(await text(`/domains/${id}`)).toContain('Yes, remove domain')
    expect((await person.post(`/domains/${id}/remove`)).location).toBe('/domains?done=removed')
    expect((await get(id)).statusCode).toBe(404)
    expect((await person.get(`/domains/${id}`)).status).toBe(404)
  })
})

describe('a domain of another team', () => {
  it('is claimed and transferred after the record is found and no recent verification blocks it', async () => {
    const owner = await aTeam(server, 'Owning team')
    const theirs = await aVerifiedDomain(server, zone, 'claimed.example', owner)
    const refused = await person.post('/domains/add', { name: 'claimed.example', tracking_subdomain: 'go' })
    expect(refused.text).toContain('action="/domains/claim"')
    expect(refused.text).toContain('Another team on this server has verified this domain.')
    // The fields that the form submits.
    const { location } = await person.post('/domains/claim', { name: 'claimed.example', tracking_subdomain: 'go' })
    const id = idIn(location)
    const { record } = (await server.call('GET', `/domains/${id}/claim`)).body
    const begun = await text(location!)
    expect(begun).toContain(`<code class="copied">${record.value}</code>`)
    expect(begun).not.toContain('Rotate keys')
    expect(await text('/domains')).toMatch(/claimed\.example[\s\S]*?<span class="tag wait">Claimed/)
    // Actions for own domains are rejected for a claimed domain.
    for (const act of ['verify', 'settings', 'rotate-dkim']) {
      expect((await person.post(`/domains/${id}/${act}`, { sending: 'on' })).status, act).toBe(409)
    }
    await person.post(`/domains/${id}/verify-claim`)
    await server.queue.idle()
    expect(await text(`/domains/${id}`)).toContain('No TXT record with this value at claimed.example.')
    zone['claimed.example'] = { TXT: [record.value] }
    await person.post(`/domains/${id}/verify-claim`)
    await server.queue.idle()
    const held = await text(`/domains/${id}`)
    expect(held).toContain('Blocked')
    expect(held).toContain('The other team verified it within the last 72 hours.')
    time.forward(73 * HOUR_MS)
    await server.queue.idle()
    await person.logIn()
    const ours = await text(`/domains/${id}`)
    expect(ours).toContain('Verify domain')
    expect(ours).toContain('Emails are signed once the record of a key is found.')
    expect((await server.call('GET', `/domains/${theirs.id}`, { key: owner.key })).status).toBe(404)
  })

  it('is no longer claimed after the claim is canceled', async () => {
    const owner = await aTeam(server, 'Keeping team')
    await aVerifiedDomain(server, zone, 'kept.example', owner)
    const id = idIn((await person.post('/domains/claim', { name: 'kept.example' })).location)
    expect(await text(`/domains/${id}`)).toContain('Yes, cancel claim')
    // A second claim returns the existing one.
    expect(idIn((await person.post('/domains/claim', { name: 'kept.example' })).location)).toBe(id)
    expect((await person.post(`/domains/${id}/remove`)).status).toBe(303)
    expect((await server.call('GET', `/domains/${id}/claim`)).body.status).toBe('canceled')
    const nobody = await person.post('/domains/claim', { name: 'nobody.example' })
    expect([nobody.status, nobody.text.includes('Domain is not available to claim')]).toEqual([422, true])
  })
})

describe('domain settings next to the Verify button', () => {
  it('are saved before the DNS check and keep rejected input', async () => {
    const id = await add('beside.example')
    const [, main] = (await text(`/domains/${id}`)).split('<main')
    expect(main).toMatch(new RegExp(`form="settings-form"\\s+formaction="/domains/${id}/verify"`))
    const typed = { sending: 'on', tls: 'enforced', tracking_subdomain: 'links' }
    expect((await person.post(`/domains/${id}/verify`, typed)).location).toContain(`/domains/${id}?done=verifying`)
    await server.queue.idle()
    const stored = (await server.call('GET', `/domains/${id}`)).body
    expect(stored).toMatchObject({ tracking_subdomain: 'links', open_tracking: false })
    expect(await text(`/domains/${id}`)).toContain('<option value="enforced" selected>')
    const wrong = await person.post(`/domains/${id}/verify`, { ...typed, tracking_subdomain: 'a b' })
    expect([wrong.status, wrong.text.includes('value="a b"')]).toEqual([422, true])
    // The form may omit the settings, which then stay unchanged.
    expect((await person.post(`/domains/${id}/verify`, typed)).status).toBe(303)
    expect((await person.post(`/domains/${id}/verify`)).status).toBe(303)
    expect(await text(`/domains/${id}`)).toContain('<option value="enforced" selected>')
  })
})

describe('access to domains', () => {
  it('requires membership in the team', async () => {
    const account = await aColleague(server, { email: 'colleague@example.net' })
    const colleague = aPerson(server)
    await colleague.logIn('/domains', account)
    await colleague.get('/domains')
    const id = idIn((await colleague.post('/domains/add', { name: 'member.example' })).location)
    expect((await colleague.post(`/domains/${id}/verify`)).status).toBe(303)
    const { key } = await aTeam(server, 'Other team')
    const foreign = (await server.call('POST', '/domains', { key, body: { name: 'foreign.example' } })).body.id
    expect((await person.get(`/domains/${foreign}`)).status).toBe(404)
    for (const act of ['verify', 'settings', 'rotate-dkim', 'verify-claim', 'remove']) {
      expect((await person.post(`/domains/${foreign}/${act}`, { sending: 'on' })).status, act).toBe(404)
    }
    expect(await text('/domains')).not.toContain('foreign.example')
    expect((await get(id)).name).toBe('member.example')
  })
})

describe('a server without a public host name', () => {
  it('shows operators on the domain pages which setting is missing', async () => {
    const nameless = await startServer()
    const visitor = aPerson(nameless)
    await visitor.logIn()
    const words = 'Domains can’t be verified yet. The mail host of this server is localhost'
    expect((await visitor.get('/domains')).text).toContain(words)
    const { location } = await visitor.post('/domains/add', { name: 'early.example' })
    const page = (await visitor.get(location!)).text
    expect(page).toContain(words)
    expect(page.match(/<bdi>The mail host of this server is localhost[^<]*Set MAIL_HOST/g)).toHaveLength(2)
    await nameless.stop()
    expect(await text('/domains')).not.toContain('MAIL_HOST')
  })
})
