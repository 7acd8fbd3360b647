import { describe, expect, test } from 'vitest'
import { checkedHeaders } from '../../../src/mail/emails/headers.ts'

describe('checkedHeaders', () => {
  test.each([
    { 'X-Entity-Ref-ID': '7' },
    { 'List-Unsubscribe': '<https://example.org/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    { 'In-Reply-To': '<a@example.org>', References: '<a@example.org>\t<b@example.org>' },
    { 'X-Name': 'Zoë' },
    { 'X-Empty': '' },
    {},
  ])('accepts %j', headers => {
    expect(checkedHeaders(headers)).toEqual(headers)
  })

  test.each([
    'Bcc',
    'bCC',
    'To',
    'Cc',
    'From',
    'Sender',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'content-anything',
    'DKIM-Signature',
    'Return-Path',
    'Received',
    'Resent-Bcc',
    'ARC-Seal',
  ])('rejects %s, which the server writes', name => {
    expect(() => checkedHeaders({ [name]: 'x' })).toThrow(`\`${name}\` is set from other fields or by the server`)
  })

  test.each(['', ' ', 'X A', 'X:A', 'Bcc:', 'X-A\r\nBcc', 'X-Ä', 'X-A\0', '\tTo', 'a'.repeat(101)])(
    'rejects the name %j',
    name => {
      expect(() => checkedHeaders({ [name]: 'x' })).toThrow('printable ASCII')
    },
  )

  test.each(['a\nb', 'a\rb', 'a\r\n b', 'a\0b', 'a\u0085b', '\x1B[2J'])('rejects the value %j', value => {
    expect(() => checkedHeaders({ 'X-A': value })).toThrow('control character')
  })

  test.each([
    ['X-A', `b ${'a'.repeat(998)} c`],
    ['X-A', 'a'.repeat(8000)],
    ['In-Reply-To', `<${'a'.repeat(994)}@b>`],
    ['References', `<a@b> <${'é'.repeat(500)}@b>`],
    ['References', `<${'a '.repeat(1000)}@b>`],
  ])('rejects %s with a word that is too long for a line', (name, value) => {
    expect(() => checkedHeaders({ [name]: value })).toThrow('octets without a space')
  })

  test.each([
    ['X-A', `${'a'.repeat(997)} ${'b'.repeat(997)}\t${'c'.repeat(997)}`],
    ['X-A', 'é'.repeat(8000)],
    ['References', `<a@b> <${'a'.repeat(991)}@b>`],
  ])('accepts %s with words that just fit, or are encoded', (name, value) => {
    expect(checkedHeaders({ [name]: value })).toEqual({ [name]: value })
  })

  test('limits the length and the number of headers', () => {
    expect(() => checkedHeaders({ 'X-A': 'a '.repeat(4001) })).toThrow('longer than')
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`X-${index}`, '']))
    expect(() => checkedHeaders(many)).toThrow('at most 100 headers')
  })

  test('rejects headers that exceed the total size that mail servers accept', () => {
    // of 8,000 bytes each
    const eight = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`X-${index}`, `${'é '.repeat(2665)}é`]))
    expect(checkedHeaders(eight)).toEqual(eight)
    expect(() => checkedHeaders({ ...eight, Y: '' })).toThrow(
      'at most 64000 bytes in UTF-8 are allowed in total; received 64001',
    )
  })

  test('checks headers that are named like properties of every object', () => {
    expect(checkedHeaders(JSON.parse('{"__proto__":"x","constructor":"y"}'))).toBeDefined()
    expect(() => checkedHeaders(JSON.parse('{"__proto__":"a\\nb"}'))).toThrow('control character')
  })
})
