// Unsubscribe links: they encode their content, never expire, and cannot be forged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/base/config/config.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { rotateSigningKeys } from '../../src/interfaces/commands/rotate-keys.ts'
import type { Unsubscriber } from '../../src/mail/content/unsubscribe-link/token.ts'
import { openUnsubscribeToken, unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { databaseOf } from '../support/databases.ts'

const [TEAM, CONTACT, TOPIC, EMAIL, BROADCAST] = ['1', '2', '3', '4', '5'].map(
  digit => `${digit.repeat(8)}-0000-4000-8000-abcdef012345`,
) as [string, string, string, string, string]

const NOW = new Date('2026-11-22T12:00:00.000Z')
const IN_TEN_YEARS = new Date('2036-11-22T12:00:00.000Z')

const folder = temporaryFolder()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder })
})
afterAll(() => server.stop())

const linkOf = (leaver: Unsubscriber, now = NOW): Promise<string> =>
  server.database.read(async tx => unsubscribeUrl(tx, leaver, now))
const open = (token: string): Promise<Unsubscriber | undefined> =>
  server.database.read(async tx => openUnsubscribeToken(tx, token))
const tokenOf = (url: string): string => new URL(url).searchParams.get('token')!

describe('a link', () => {
  it.each([
    { team_id: TEAM, address: 'mira@example.com' },
    { team_id: TEAM, address: 'ärger@bücher.example', contact_id: CONTACT },
    { team_id: TEAM, address: 'a@b.example', topic_id: TOPIC },
    { team_id: TEAM, address: 'a@b.example', contact_id: CONTACT, broadcast_id: BROADCAST },
    { team_id: TEAM, address: 'a@b.example', contact_id: CONTACT, topic_id: TOPIC, email_id: EMAIL },
  ])('encodes and decodes %j', async leaver => {
    const url = await linkOf(leaver)
    expect(url.startsWith(`${server.url}/unsubscribe?token=`)).toBe(true)
    expect(await open(tokenOf(url))).toEqual(leaver)
    // one word of a header must fit into a line (RFC 5322 2.1.1)
    expect(url.length).toBeLessThan(900)
  })

  it('does not reveal its recipient', async () => {
    const url = await linkOf({ team_id: TEAM, address: 'mira@example.com' })
    expect(Buffer.from(tokenOf(url), 'base64url').toString('latin1')).not.toContain('mira')
  })

  it('never expires, even after each key of the server was replaced', async () => {
    const old = await linkOf({ team_id: TEAM, address: 'mira@example.com' })
    const config = readConfig({ ...(await databaseOf(folder)), DATA_DIR: folder })
    expect(await rotateSigningKeys(config, ['--at-once'], IN_TEN_YEARS, subscribers)).toContain('new key')
    expect(await open(tokenOf(old))).toMatchObject({ address: 'mira@example.com' })
    // and after a restart, which reads the stored keys
    await server.stop()
    server = await startServer({ DATA_DIR: folder })
    expect(await open(tokenOf(old))).toMatchObject({ address: 'mira@example.com' })
  })

  it('cannot be forged, and is not valid at another server', async () => {
    const token = tokenOf(await linkOf({ team_id: TEAM, address: 'mira@example.com' }))
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    const cut = token.slice(0, -4)
    for (const wrong of ['', 'x', cut, changed, `${token}A`, `${token.slice(0, 60)}x${token.slice(61)}`])
      expect(await open(wrong)).toBeUndefined()
    const other = await startServer()
    try {
      expect(await other.database.read(async tx => openUnsubscribeToken(tx, token))).toBeUndefined()
    } finally {
      await other.stop()
    }
  })
})
