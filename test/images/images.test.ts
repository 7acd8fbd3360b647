// Images over HTTP: uploaded on the pages of a team, and loaded by every email program.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aColleague } from '../support/people.ts'
import { aPng, GIF, JPEG, NO_IMAGES, PNG, POLYGLOT, WEBP } from '../support/pictures.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer({ IMAGES_MAX_MB: '12' })
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

async function upload(bytes: Uint8Array, name = 'logo.png', as = person, type = 'text/html'): Promise<PageSeen> {
  await as.get('/images')
  const body = new FormData()
  body.set('form_token', as.formToken())
  body.set('file', new File([Uint8Array.from(bytes)], name, { type }))
  const cookie = [...as.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${server.url}/images/upload`, {
    method: 'POST',
    headers: { accept: 'text/html', origin: server.url, cookie },
    body,
    redirect: 'manual',
  })
  const { status, headers } = answer
  return { status, headers, text: await answer.text(), location: headers.get('location') }
}

/** The paths in the list, newest first. */
const paths = async (as = person): Promise<string[]> => {
  const { text } = await as.get('/images')
  return [...text.matchAll(/<code class="copied">[^<]*(\/i\/[^<]+)</g)].map(([, path]) => path!)
}
const idOfFirst = async (): Promise<string> =>
  /href="\/images\/([\w-]{36})"/.exec((await person.get('/images')).text)![1]!

async function uploaded(bytes: Buffer, name?: string): Promise<string> {
  expect(await upload(bytes, name)).toMatchObject({ status: 303, location: '/images?done=uploaded' })
  return (await paths())[0]!
}
const load = (path: string, init: RequestInit = {}): Promise<Response> => fetch(server.url + path, init)

describe('an image', () => {
  it.each([
    ['PNG', PNG, 'image/png', /\.png$/],
    ['JPEG', JPEG, 'image/jpeg', /\.jpg$/],
    ['GIF', GIF, 'image/gif', /\.gif$/],
    ['WebP', WEBP, 'image/webp', /\.webp$/],
  ])(
    'as %s is recognized by its bytes, and served publicly with a cache time of one year',
    async (_, bytes, type, ending) => {
      const path = await uploaded(bytes, 'named-otherwise.html')
      expect(path).toMatch(/^\/i\/[\w-]{43}\.\w+$/)
      expect(path).toMatch(ending)
      const answer = await load(path)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-disposition')).toBeNull()
    },
  )

  it('supports HEAD and conditional requests', async () => {
    const bytes = aPng(600_000)
    const path = await uploaded(bytes)
    const head = await load(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
    const again = await load(path, {
      headers: { 'if-none-match': head.headers.get('etag')!, 'cache-control': 'max-age=0' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const part = await load(path, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    expect(Buffer.from(await (await load(path)).arrayBuffer())).toEqual(bytes)
  })

  it('has one URL: the same content is the same image, and other spellings return 404', async () => {
    const bytes = aPng()
    const path = await uploaded(bytes)
    const count = (await paths()).length
    expect(await upload(bytes, 'again.png')).toMatchObject({ status: 303 })
    expect((await paths()).length).toBe(count)
    for (const other of [path.replace('.png', ''), path.replace('.png', '.html'), `${path}/`, '/i/x.png', '/i/'])
      expect((await load(other)).status).toBe(404)
  })

  it('that is also valid HTML is served only as an image', async () => {
    const answer = await load(await uploaded(POLYGLOT, 'page.html'))
    expect(answer.headers.get('content-type')).toBe('image/gif')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('has an escaped name', async () => {
    await uploaded(aPng(), '\u202Egnp.<b>\u0007.png')
    const { text } = await person.get('/images')
    expect(text).toContain('gnp.&lt;b&gt;.png')
    for (const hidden of ['\u202E', '\u0007']) expect(text).not.toContain(hidden)
  })
})

describe('an upload that is not an image', () => {
  it.each(Object.entries(NO_IMAGES))('%s is rejected, with the supported formats', async (_, bytes) => {
    const before = await paths()
    const refused = await upload(bytes, 'logo.png', person, 'image/png')
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Allowed: PNG, JPEG, GIF, WebP.')
    expect(await paths()).toEqual(before)
  })

  it('is rejected if it has no file, or names a stored file', async () => {
    expect((await upload(Buffer.alloc(0), '')).text).toContain('Choose an image.')
    await person.get('/images')
    const forged = {
      file: JSON.stringify({ content: `${'0'.repeat(64)}:1`, filename: 'x', content_type: 'text/html' }),
    }
    expect((await person.post('/images/upload', forged)).text).toContain('Choose an image.')
  })

  it('is rejected if it exceeds 5 MB or the quota', async () => {
    const most = 5 * 2 ** 20
    const large = aPng(most)
    expect((await upload(large)).text).toContain('larger than 5 MB')
    const whole = (): Buffer => Buffer.concat([aPng(), Buffer.alloc(most)]).subarray(0, most)
    for (let times = 0; times < 2; times++) await uploaded(whole())
    const refused = await upload(whole())
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at most 12 MB in total')])
  })
})

describe('deletion', () => {
  it('warns where the image is used, and removes its URL', async () => {
    const path = await uploaded(aPng(), 'used.png')
    const id = await idOfFirst()
    expect((await person.get(`/images/${id}`)).text).toContain('Not used in the latest')
    const html = `<p><img src="${server.url}${path}"></p>`
    await server.call('POST', '/templates', { body: { name: 'Receipt & more', subject: 'S', html } })
    const { body: segment } = await server.call('POST', '/segments', { body: { name: 'All' } })
    const news = { segment_id: segment.id, name: 'News', from: 'a@acme.example', subject: 'S', html }
    await server.call('POST', '/broadcasts', { body: news })
    const { text } = await person.get(`/images/${id}`)
    expect(text).toMatch(/Receipt &amp; more[^]*News/)
    expect(text).toContain('The image disappears from emails that were already sent and from the pages listed above')
    expect(await person.post(`/images/${id}/delete`)).toMatchObject({ location: '/images?done=deleted' })
    expect((await load(path)).status).toBe(404)
    const { data } = (await server.call('GET', `/audit-events?object_id=${id}`)).body
    expect(data.map((each: { action: string }) => each.action)).toEqual(['image.deleted', 'image.created'])
  })

  it('keeps the logo of the recipient pages', async () => {
    const path = await uploaded(aPng(), 'mark.png')
    const id = await idOfFirst()
    await person.post('/recipient-pages', { logo_id: id, accent: '', language: 'auto' })
    expect((await person.get(`/images/${id}`)).text).toContain('Branding (logo)')
    const refused = await person.post(`/images/${id}/delete`)
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Choose another logo under Branding first'),
    ])
    expect((await load(path)).status).toBe(200)
  })
})

it('only members list, view and delete the images of a team', async () => {
  const path = await uploaded(aPng())
  const id = await idOfFirst()
  const { team_id } = await aTeam(server, 'Stranger')
  const stranger = aPerson(server)
  await stranger.logIn('/start', await aColleague(server, { email: 'stranger@example.net', team_id }))
  expect(await paths(stranger)).toEqual([])
  expect((await stranger.get(`/images/${id}`)).status).toBe(404)
  expect((await stranger.post(`/images/${id}/delete`)).status).toBe(404)
  expect((await stranger.post('/recipient-pages', { logo_id: id })).text).toContain('The image no longer exists')
  expect((await load(path)).status).toBe(200)
})
