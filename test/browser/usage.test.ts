// The usage page: quotas, limits and daily figures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const DAY_MS = 86_400_000
const time = clock('2026-11-20T12:00:00.000Z')
let server: TestServer
let person: Person

beforeAll(async () => {
  server = await startServer({ QUOTA_DAILY: '1000', RATE_LIMIT_PER_SECOND: '50' }, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const text = async (): Promise<string> => (await person.get('/usage')).text.replaceAll(/\s+/g, ' ')

describe('usage page', () => {
  it('shows a table of days without a chart for a team without usage', async () => {
    const page = await text()
    expect(page).not.toContain('<svg class="columns"')
    expect(page).toContain('<th scope="row">20 Nov 2026</th> <td>0</td> <td>0</td> <td>0</td>')
  })

  it('shows the usage of each limit and a chart next to the table of days', async () => {
    const { key } = await aTeam(server)
    await server.call('POST', '/emails', { key, body: anEmailBody() })
    await server.call('POST', '/emails', { body: anEmailBody({ cc: ['a@example.com', 'b@example.com'] }) })
    time.forward(DAY_MS)
    await person.logIn()
    await server.call('POST', '/emails', { body: anEmailBody() })
    const page = await text()
    expect(page).toMatch(/Emails today<\/dt> <dd>1 of 1,000, resets/)
    expect(page).toMatch(/Emails this month<\/dt> <dd>4, no quota/)
    expect(page).toContain('50 requests per second')
    expect(page).toContain('<th scope="row">21 Nov 2026</th> <td>1</td> <td>1</td> <td>0</td>')
    expect(page).toContain('<th scope="row">20 Nov 2026</th> <td>1</td> <td>3</td> <td>0</td>')
    expect(page).toContain('Recipients, 22 Oct 2026 to 21 Nov 2026. Highest day: 3')
    const [chart] = /<svg class="columns".*?<\/svg>/.exec(page)!
    const heights = [...chart.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height))
    expect(heights).toHaveLength(31)
    expect(heights.slice(-2)).toEqual([100, 33.33])
  })

  it('shares its address with the API operation', async () => {
    expect((await server.call('GET', '/usage')).body).toMatchObject({ object: 'usage' })
  })
})
