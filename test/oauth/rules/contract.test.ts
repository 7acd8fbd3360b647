// The contract's validation does not apply to these operations, so their own rules must reject whatever the contract
// rejects. These tests compare both.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRegistration, registrationResponse } from '../../../src/identity/oauth/clients/rules.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from '../../../src/identity/oauth/metadata.ts'
import { parseForm } from '../../../src/identity/oauth/parameters.ts'
import { parseTokenRequest } from '../../../src/identity/oauth/token/request.ts'
import { CALLBACK, CHALLENGE, CLIENT_ID, ISSUER, VERIFIER, aQuery, authorized, refusalOf } from './builders.ts'

const document = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'contract')
const allows = (pointer: string, value: unknown): boolean =>
  ajv.getSchema(`contract#/components/${pointer}`)!(value) as boolean
const refuses = (act: () => unknown): boolean => {
  try {
    act()
    return false
  } catch (thrown) {
    refusalOf(() => {
      throw thrown
    })
    return true
  }
}

/** The object with some members removed or replaced by possibly invalid values. */
function changed(good: Record<string, unknown>, bad: unknown[]): fc.Arbitrary<Record<string, unknown>> {
  const change = fc.record(Object.fromEntries(Object.keys(good).map(name => [name, fc.constantFrom(...bad)])), {
    requiredKeys: [],
  })
  return change.map(changes => {
    const entries = Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(entries)
  })
}

test('authorize', () => {
  const good = Object.fromEntries(parseForm(aQuery()).map(({ name, text }) => [name, text]))
  const bad = [
    undefined,
    '',
    'code',
    'plain',
    'S256',
    CHALLENGE,
    CHALLENGE.slice(1),
    'x'.repeat(1024),
    '📮'.repeat(1025),
  ]
  fc.assert(
    fc.property(changed({ ...good, scope: 'emails:send' }, bad), sent => {
      const wrong = document.paths['/oauth/authorize'].get.parameters.some(({ $ref }: { $ref: string }) => {
        const pointer = $ref.slice('#/components/'.length)
        const { name, required } = document.components.parameters[pointer.split('/')[1]!]
        return name in sent ? name !== 'resource' && !allows(`${pointer}/schema`, sent[name]) : required === true
      })
      if (wrong) expect(refuses(() => authorized(aQuery({ state: undefined, ...blank, ...sent })))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
const blank = {
  client_id: undefined,
  response_type: undefined,
  redirect_uri: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
}

test('exchangeToken', () => {
  const code = {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    code: 'c',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  }
  const refresh = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: 'r', scope: 'emails:send' }
  const bad = [undefined, '', 'x', 7, null, [], 'refresh_token', VERIFIER, VERIFIER.slice(1), 'x'.repeat(129)]
  fc.assert(
    fc.property(fc.oneof(changed(code, bad), changed(refresh, bad)), sent => {
      const body = Buffer.from(JSON.stringify(sent))
      const read = () => parseTokenRequest({ content_type: 'application/json', body, authorization: undefined })
      if (!allows('schemas/TokenRequest', sent)) expect(refuses(read)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('registerClient, whose response matches the contract', () => {
  const good = {
    client_name: 'Night Mailer',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'emails:send',
    token_endpoint_auth_method: 'none',
    client_uri: 'https://app.example/',
    logo_uri: '',
  }
  const bad = [
    undefined,
    '',
    'x',
    7,
    null,
    [],
    ['x'],
    ['code'],
    [7],
    {},
    'x'.repeat(2049),
    Array.from({ length: 11 }, () => CALLBACK),
  ]
  fc.assert(
    fc.property(changed(good, bad), sent => {
      const raw = { content_type: 'application/json', body: Buffer.from(JSON.stringify(sent)) }
      const register = () => registrationResponse(parseRegistration(raw, CLIENT_ID, new Date(0)))
      if (!allows('schemas/RegisterClient', sent)) expect(refuses(register)).toBe(true)
      else if (!refuses(register)) expect(allows('schemas/RegisteredClient', register())).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('the metadata matches the contract', () => {
  expect(allows('schemas/AuthorizationServerMetadata', authorizationServerMetadata(ISSUER))).toBe(true)
  expect(allows('schemas/ProtectedResourceMetadata', protectedResourceMetadata(ISSUER))).toBe(true)
})
