// Persistent connections over TLS: the certificate is checked against the name in the URL before anything is sent.
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseProxies } from '../../src/base/net/client-ip.ts'
import { dnsClient } from '../../src/base/net/dns.ts'
import { keepAliveClients, type KeepAliveClients, type KeepAliveOutcome } from '../../src/base/net/keep-alive.ts'
import { testAuthority } from '../support/certificates.ts'
import { type NameServer, nameServer } from '../support/dns.ts'

const own_authorities = tls.getCACertificates('default')
const authority = testAuthority()
const received: string[] = []
let connections = 0
let server: https.Server
let names: NameServer
let clients: KeepAliveClients

beforeAll(async () => {
  tls.setDefaultCACertificates([...own_authorities, authority.cert])
  names = await nameServer((_, kind) => (kind === 'A' ? ['127.0.0.1'] : []))
  server = https.createServer(authority.issue({ name: 'hooks', dns: ['hooks.example'] }), (asked, answer) => {
    asked.on('data', piece => received.push(String(piece)))
    asked.on('end', () => answer.end('taken'))
  })
  server.on('secureConnection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  clients = keepAliveClients({ allowed: parseProxies('127.0.0.1'), dns: dnsClient({ servers: [names.address] }) })
})
afterAll(async () => {
  clients.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await names.close()
  tls.setDefaultCACertificates(own_authorities)
})

function post(to: ReturnType<KeepAliveClients['keep']>, host: string): Promise<KeepAliveOutcome> {
  const url = `https://${host}:${(server.address() as AddressInfo).port}/hook`
  return to.send({ method: 'POST', url, headers: {}, body: '{"a":1}', limit_ms: 10_000, answer_bytes_max: 100 })
}

it('posts over one connection while the certificate matches the name', async () => {
  const kept = clients.keep(10)
  for (let each = 0; each < 3; each++) {
    const exchange = await post(kept, 'hooks.example')
    expect(exchange).toMatchObject({ answer: { status: 200, body: Buffer.from('taken') } })
  }
  expect(received).toEqual(['{"a":1}', '{"a":1}', '{"a":1}'])
  expect(connections).toBe(1)
})

it.each([
  ['a certificate of another name', 'other.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['an address, which the certificate does not name', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('sends nothing to %s', async (_, host, code) => {
  const before = received.length
  expect(await post(clients.keep(10), host)).toMatchObject({ broken: expect.stringContaining(code), stopped: false })
  expect(received).toHaveLength(before)
})

it('sends nothing to a server whose certificate no authority has issued', async () => {
  tls.setDefaultCACertificates(own_authorities)
  const before = received.length
  const exchange = await post(clients.keep(10), 'hooks.example')
  tls.setDefaultCACertificates([...own_authorities, authority.cert])
  expect(exchange).toMatchObject({ broken: expect.stringMatching(/the connection failed: \w*(?:CERT|ISSUER|SIGN)/) })
  expect(received).toHaveLength(before)
})
