import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acceptsReports, ReturnPaths } from '../../../src/mail/bounces/return-path.ts'
import { parseAddress } from '../../../src/base/text/addresses.ts'

const ours = new ReturnPaths('a secret')
const ID = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
const ANA = 'Ana@Example.net'
const path = ours.returnPathOf(ID, 'send.example.org', ANA)

describe('a return path', () => {
  it('identifies its email, regardless of case', () => {
    for (const id of [ID, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', randomUUID()])
      for (const made of [
        ours.returnPathOf(id, 'x.example', ANA),
        ours.returnPathOf(id, 'x.example', '').toUpperCase(),
      ])
        expect(ours.parse(made)?.email_id).toBe(id)
  })

  it('is an address that servers accept', () => {
    expect(parseAddress(path)?.address).toBe(path)
    expect(path.split('@')[0]!.length).toBeLessThanOrEqual(64)
  })

  it('cannot be forged, modified or created by another server', () => {
    const at = path.indexOf('+') + 1
    const end = path.indexOf('@')
    for (let index = at; index < end; index++) {
      for (const letter of 'abcdefghijklmnopqrstuvwxyz234567') {
        const changed = path.slice(0, index) + letter + path.slice(index + 1)
        if (changed === path) continue
        const named = ours.parse(changed)
        expect(named?.reaches('ana@example.net') ?? false, changed).toBe(false)
      }
    }
    expect(new ReturnPaths('another secret').parse(path)).toBeUndefined()
  })

  it('is valid only for its own recipient', () => {
    const one = ours.parse(path.toUpperCase())!
    const others = ['bob@example.net', 'ana@sub.example.net', 'ana@example.org', 'example.net', '@example.net', '']
    expect([one.email_id, one.reaches('ana@example.net'), one.reaches('ANA@example.net')]).toEqual([ID, true, true])
    for (const other of others) expect(one.reaches(other), other).toBe(false)
  })

  it('is not matched by other addresses', () => {
    const token = path.slice(path.indexOf('+') + 1, path.indexOf('@'))
    const others = ['', '@', 'bounces@x.example', `bounces+@x.example`, `bounces+${token}`, `x+${token}@x.example`]
    others.push(`feedback+${token}@x.example`)
    others.push(`bounces+${token}a@x.example`, `bounces+${token.slice(1)}@x.example`, ` ${path}`, `<${path}>`)
    for (let round = 0; round < 200; round++)
      others.push(randomBytes(60).toString('latin1'), `bounces+${randomUUID()}@x`)
    for (const other of others) expect(ours.parse(other), other).toBeUndefined()
  })

  it('is valid for sixty days', () => {
    const accepted_at = '2026-11-22T10:00:00.000Z'
    expect(acceptsReports(accepted_at, new Date('2027-01-21T10:00:00.000Z'))).toBe(true)
    expect(acceptsReports(accepted_at, new Date('2027-01-21T10:00:00.001Z'))).toBe(false)
  })
})
