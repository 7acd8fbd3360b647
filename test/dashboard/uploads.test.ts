// File upload forms: nothing is stored for a visitor who may not use them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { anId } from '../support/ids.ts'
import { aColleague, firstTeamOf } from '../support/people.ts'
import { aPng } from '../support/pictures.ts'
import { aReceivingDomain } from '../support/receiving.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let member: Person
let viewer: Person
/** The forms, each with the path of its page. */
let forms: Record<'import' | 'image' | 'draft', { path: string; page: string }>
beforeAll(async () => {
  server = await startServer()
  member = aPerson(server)
  await member.logIn('/start')
  viewer = aPerson(server)
  await viewer.logIn('/start', await aColleague(server, { email: 'viewer@example.net', role: 'viewer' }))
  const team_id = await firstTeamOf(server, server.admin.email)
  await aReceivingDomain(server.database, team_id, 'desk.example', new Date())
  const { body: inbox } = await server.call('POST', '/inboxes', { body: { email_address: 'help@desk.example' } })
  const { body: draft } = await server.call('POST', `/inboxes/${inbox.id}/drafts`, { body: { subject: 'Offer' } })
  const draft_path = `/inboxes/${inbox.id}/drafts/${draft.id}`
  forms = {
    import: { path: '/contacts/imports/upload', page: '/contacts/imports' },
    image: { path: '/images/upload', page: '/images' },
    draft: { path: `${draft_path}/save`, page: draft_path },
  }
})
afterAll(() => server.stop())

const rows = statement<object, { blobs: number; imports: number }>(knex =>
  knex.select({ blobs: knex('blobs').count('*'), imports: knex('contact_imports').count('*') }),
)
const stored = (): Promise<unknown> => server.database.read(tx => tx.get(rows, {}))

interface Upload {
  as: Person
  path: string
  token: string
  tokenLast?: boolean
}

let count = 0
/** Uploads a new file that is valid for every form. */
async function upload({ as, path, token, tokenLast = false }: Upload): Promise<Pick<PageSeen, 'status' | 'location'>> {
  const body = new FormData()
  const bytes = path.includes('images') ? aPng(700_000 + count++) : Buffer.from(`email\n${count++}@example.com\n`)
  if (!tokenLast) body.set('form_token', token)
  body.set('file', new File([Uint8Array.from(bytes)], 'file'))
  if (tokenLast) body.set('form_token', token)
  const cookie = [...as.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { status, headers } = await fetch(server.url + path, {
    method: 'POST',
    headers: { accept: 'text/html', origin: server.url, cookie },
    body,
    redirect: 'manual',
  })
  return { status, location: headers.get('location') }
}

describe.each(['import', 'image', 'draft'] as const)('upload form of %s', name => {
  it('stores nothing for a viewer', async () => {
    const { path, page } = forms[name]
    await viewer.get(page)
    const before = await stored()
    expect(await upload({ as: viewer, path, token: viewer.formToken() })).toMatchObject({ status: 403 })
    expect(await stored()).toEqual(before)
  })

  it('stores nothing with a wrong CSRF token', async () => {
    const before = await stored()
    const { path } = forms[name]
    expect(await upload({ as: member, path, token: 'wrong' })).toMatchObject({ status: 403 })
    expect(await upload({ as: member, path, token: viewer.formToken() })).toMatchObject({ status: 403 })
    expect(await stored()).toEqual(before)
  })

  it('stores nothing if the CSRF token follows the file', async () => {
    const { path, page } = forms[name]
    await member.get(page)
    const before = await stored()
    const token = member.formToken()
    expect(await upload({ as: member, path, token, tokenLast: true })).toMatchObject({ status: 403 })
    expect(await stored()).toEqual(before)
  })

  it('stores nothing without a session', async () => {
    const before = await stored()
    const { path } = forms[name]
    const answer = await upload({ as: aPerson(server), path, token: member.formToken() })
    expect(answer).toEqual({ status: 303, location: expect.stringMatching(/^\/login/) })
    expect(await stored()).toEqual(before)
  })

  it('stores the file of a member', async () => {
    const { path, page } = forms[name]
    await member.get(page)
    const before = await stored()
    const answer = await upload({ as: member, path, token: member.formToken() })
    expect(answer.status).toBe(name === 'draft' ? 409 : 303)
    expect(await stored()).not.toEqual(before)
  })

  it('stores nothing for a member without the second factor that the team requires', async () => {
    const { path } = forms[name]
    const required = statement<object>(knex => knex('teams').update({ needs_two_factors: 1 }))
    const optional = statement<object>(knex => knex('teams').update({ needs_two_factors: 0 }))
    await server.database.unit(async tx => tx.put(required, {}))
    const before = await stored()
    const answer = await upload({ as: member, path, token: member.formToken() })
    expect(answer).toEqual({ status: 303, location: '/two-factor?done=needed' })
    expect(await stored()).toEqual(before)
    await server.database.unit(async tx => tx.put(optional, {}))
  })
})

it('stores nothing for a draft or an email that does not exist', async () => {
  const inbox = forms.draft.page.split('/drafts/')[0]!
  await member.get(forms.draft.page)
  const token = member.formToken()
  const before = await stored()
  for (const path of [
    `${inbox}/drafts/${anId('none')}/save`,
    `${inbox}/drafts/${anId('none')}/send`,
    `/inboxes/${anId('none')}/drafts/${anId('none')}/save`,
    `${inbox}/threads/${anId('none')}/emails/${anId('none')}/forward`,
  ])
    expect(await upload({ as: member, path, token }), path).toMatchObject({ status: 404 })
  expect(await stored()).toEqual(before)
})
