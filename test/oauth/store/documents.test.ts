// Slow document fetches, concurrent approvals, and cleanup.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseProxies } from '../../../src/base/net/client-ip.ts'
import { dnsClient } from '../../../src/base/net/dns.ts'
import { httpClient } from '../../../src/base/net/http-client.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { createOAuth, removeExpiredOAuthRows } from '../../../src/identity/oauth/actions.ts'
import { ClientAssertions } from '../../../src/identity/oauth/clients/assertions/actions.ts'
import { ClientDocuments, storeDocumentClient } from '../../../src/identity/oauth/clients/documents/actions.ts'
import { RequestPreparation } from '../../../src/identity/oauth/prepare/actions.ts'
import { saveUse } from '../../../src/identity/oauth/store/used-once.ts'
import { findClient, saveDisabled } from '../../../src/identity/oauth/store/clients.ts'
import { type OpenDatabase, databases } from '../../support/databases.ts'
import { type Publisher, aDocument, aKey, publisher, signedJwt } from '../../support/documents.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = (days: number): Date => new Date(now.getTime() + days * 24 * 3_600_000)
const count = statement<object, { count: number }>(knex => knex('oauth_used_once').count({ count: '*' }))

let web: Publisher
beforeAll(async () => {
  web = await publisher()
})
afterAll(() => web.close())

describe.each(databases)('documents on %s', (_, open) => {
  let opened: OpenDatabase
  let documents: ClientDocuments
  const clock = { now: () => now, read: () => now }

  beforeAll(async () => {
    opened = await open()
    await createOAuth({ database: opened.database, issuer: 'https://mail.example', clock })
    const dns = dnsClient({ servers: [web.env.DNS_SERVERS!] })
    const http = httpClient({ allowed: parseProxies('127.0.0.1'), dns })
    const hosts = { some: true, includes: () => true }
    documents = new ClientDocuments({ database: opened.database, http, clock, hosts, limit_ms: 300 })
  })
  afterAll(async () => {
    await opened.database.close()
    await opened.remove()
  })

  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['never starts', () => {}],
    ['never ends', response => response.writeHead(200, { 'content-type': 'application/json' }).write('{')],
  ])('A: how: a response that %s is aborted', async (_name, answer) => {
    const client_id = web.at('/slow.json')
    web.publish(client_id, answer)
    await expect(documents.find(client_id, '192.0.2.1')).rejects.toThrow(/could not be fetched/)
  })

  it('A: how: an endless response is read up to its limit', async () => {
    const client_id = web.at('/endless.json')
    let written = 0
    web.publish(client_id, response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1000))) written += 1000
      }
      response.on('drain', more)
      more()
    })
    await expect(documents.find(client_id, '192.0.2.1')).rejects.toThrow(/at most 5120 bytes/)
    expect(written).toBeLessThan(10_000_000)
  })

  it('A: what is stored when: one of several concurrent first approvals stores the client', async () => {
    const client_id = web.at('/twice.json')
    web.publish(client_id, aDocument(client_id))
    const client = await documents.find(client_id, '192.0.2.1')
    const { database } = opened
    const kept = await Promise.all(
      Array.from({ length: 10 }, () => database.unit(tx => storeDocumentClient({ tx, now }, client))),
    )
    expect(new Set(kept.map(({ id }) => id)).size).toBe(1)
  })

  it('A: what is stored when: a client without a grant is deleted after two weeks, unless it is disabled', async () => {
    const { database } = opened
    const [used, disabled] = [web.at('/forgotten.json'), web.at('/disabled.json')]
    for (const client_id of [used, disabled]) {
      web.publish(client_id, aDocument(client_id))
      const client = await documents.find(client_id, '192.0.2.1')
      const { id } = await database.unit(tx => storeDocumentClient({ tx, now }, client))
      if (client_id === disabled) await database.unit(tx => saveDisabled(tx, { id, disabled_at: now.toISOString() }))
    }
    const known = (client_id: string): Promise<boolean> =>
      database.read(async tx => (await findClient(tx, client_id)) !== undefined)
    await database.unit(tx => removeExpiredOAuthRows(tx, later(13)))
    expect(await known(used)).toBe(true)
    await database.unit(tx => removeExpiredOAuthRows(tx, later(15)))
    expect([await known(used), await known(disabled)]).toEqual([false, true])
  })

  it('A: keys: a request uses the keys of the document, and renewed keys apply from then on', async () => {
    const { database } = opened
    const issuer = 'https://mail.example'
    const assertions = new ClientAssertions({ database, clock, issuer, documents })
    const preparation = new RequestPreparation({ database, documents, assertions })
    const [client_id, jwks_uri] = [web.at('/asks.json'), web.at('/asks-keys.json')]
    const [first, second] = [aKey('first'), aKey('second')]
    web.publish(jwks_uri, { keys: [first.jwk] })
    web.publish(client_id, aDocument(client_id, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri }))
    let jti = 0
    const asks = (key: typeof first): ReturnType<RequestPreparation['ofRequesting']> => {
      const exp = now.getTime() / 1000 + 60
      const assertion = signedJwt(key, { iss: client_id, sub: client_id, aud: issuer, exp, jti: String(++jti) })
      const given = { method: 'private_key_jwt', client_id, client_secret: undefined, assertion } as const
      return preparation.ofRequesting(given, '192.0.2.7')
    }
    expect(await asks(first)).toMatchObject({ document: { client_id, jwks_uri }, is_proven: true })
    web.publish(jwks_uri, { keys: [second.jwk] })
    for (let each = 0; each < 2; each++) expect(await asks(second)).toMatchObject({ is_proven: true })
    expect(web.asked(jwks_uri)).toHaveLength(2)
    await expect(asks(first)).rejects.toMatchObject({ status: 401 })
    web.publish(client_id, response => response.writeHead(404).end())
    const elsewhere = { method: 'none', client_id: web.at('/no.json'), client_secret: undefined } as const
    await expect(preparation.ofRequesting(elsewhere, '192.0.2.7')).rejects.toMatchObject({ status: 401 })
  })

  it('A: keys: assertions are deleted after they expire', async () => {
    const { database } = opened
    const used = { used_hash: 'a', expires_at: later(1).toISOString() }
    await database.unit(tx => saveUse(tx, used))
    await database.unit(tx => removeExpiredOAuthRows(tx, later(0.5)))
    expect(await database.read(tx => tx.get(count, {}))).toEqual({ count: 1 })
    await database.unit(tx => removeExpiredOAuthRows(tx, later(1)))
    expect(await database.read(tx => tx.get(count, {}))).toEqual({ count: 0 })
  })
})
