// A nearly full disk is reported before requests are refused: in the log, on /readyz and on every page.
import { afterEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** More than any disk has, so that this disk counts as nearly full. */
const MORE_THAN_ANY_DISK_MB = '100000000'

const started: TestServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})

async function aServer(DISK_FREE_MIN_MB: string): Promise<TestServer> {
  const server = await startServer({ DISK_FREE_MIN_MB })
  started.push(server)
  return server
}

async function seen(server: TestServer): Promise<{ page: string; readyz: [number, unknown] }> {
  const person = aPerson(server)
  await person.logIn()
  const { status, body } = await server.call('GET', '/readyz', { key: null })
  return { page: (await person.get('/emails')).text, readyz: [status, body.disk] }
}

describe('a disk', () => {
  it('that is nearly full is reported, and the server still accepts what fits', async () => {
    const server = await aServer(MORE_THAN_ANY_DISK_MB)
    const { page, readyz } = await seen(server)
    expect(readyz).toEqual([200, 'nearly_full'])
    expect(page).toMatch(/The disk of the database is nearly full \(\d+ MB are free\)/)
    expect(server.logged()).toContain('disk space low')
  })

  it('with free space is not reported', async () => {
    const server = await aServer('0')
    const { page, readyz } = await seen(server)
    expect(readyz).toEqual([200, 'ok'])
    expect(page + server.logged()).not.toContain('nearly full')
  })
})
