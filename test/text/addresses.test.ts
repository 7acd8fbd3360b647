import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault, domainOf, mailboxKey, parseAddress, withoutAddresses } from '../../src/base/text/addresses.ts'
import { effort_ms } from '../support/cpu-time.ts'

describe('parseAddress', () => {
  test.each([
    ['ada@example.org', '', 'ada@example.org'],
    ['  ada@example.org  ', '', 'ada@example.org'],
    ['<ada@example.org>', '', 'ada@example.org'],
    ['Ada <ada@example.org>', 'Ada', 'ada@example.org'],
    ['Ada<ada@example.org>', 'Ada', 'ada@example.org'],
    ['Ada K. Lovelace <ada@example.org>', 'Ada K. Lovelace', 'ada@example.org'],
    ['Zoë 李 <ada@example.org>', 'Zoë 李', 'ada@example.org'],
    ['"Example, Inc." <ada@example.org>', 'Example, Inc.', 'ada@example.org'],
    ['"She said \\"hi\\" \\\\ <x@y.zz>" <ada@example.org>', 'She said "hi" \\ <x@y.zz>', 'ada@example.org'],
    ['"" <ada@example.org>', '', 'ada@example.org'],
    ["o'brien+tag@mail.example.org", '', "o'brien+tag@mail.example.org"],
    ['!#$%&*+-/=?^_`{|}~@example.org', '', '!#$%&*+-/=?^_`{|}~@example.org'],
    ['Ada.Lovelace@EXAMPLE.Org', '', 'Ada.Lovelace@example.org'],
    ['ada@bücher.example', '', 'ada@xn--bcher-kva.example'],
    ['ada@XN--bcher-kva.example', '', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', '', 'ada@xn--r8jz45g.xn--zckzah'],
    [`${'a'.repeat(64)}@example.org`, '', `${'a'.repeat(64)}@example.org`],
  ])('parses %j', (text, name, address) => {
    expect(parseAddress(text)).toEqual({ name, address })
  })

  test.each([
    ['nothing', ''],
    ['no domain', 'ada'],
    ['no local part', '@example.org'],
    ['an empty pair of angle brackets', '<>'],
    ['a name without an address', 'Ada'],
    ['a single label', 'ada@localhost'],
    ['an IP address', 'ada@192.0.2.1'],
    ['an IP address in full width digits', 'ada@１９２.０.２.１'],
    ['a domain literal', 'ada@[192.0.2.1]'],
    ['a dot at the end', 'ada@example.org.'],
    ['an empty label', 'ada@example..org'],
    ['an underscore in the domain', 'ada@my_host.example.org'],
    ['a hyphen at the edge of a label', 'ada@-example.org'],
    ['a label over 63 characters', `ada@${'a'.repeat(64)}.org`],
    ['a percent escape in the domain', 'ada@ex%61mple.org'],
    ['a slash in the domain', 'ada@bücher.example/x'],
    ['two @', 'ada@evil.example@example.org'],
    ['dots at the edges of the local part', '.ada@example.org'],
    ['two dots in the local part', 'a..da@example.org'],
    ['a quoted local part', '"ada lovelace"@example.org'],
    ['a local part outside ASCII', 'zoë@example.org'],
    ['a local part over 64 characters', `${'a'.repeat(65)}@example.org`],
    ['an address over 254 characters', `ada@${'a.'.repeat(125)}org`],
    ['a text over 998 characters', `${'A'.repeat(990)} <ada@example.org>`],
    ['a list', 'ada@example.org, grace@example.net'],
    ['a list with semicolons', 'ada@example.org; grace@example.net'],
    ['a list with spaces', 'ada@example.org grace@example.net'],
    ['a list with a name', 'ada@example.org, Grace <grace@example.net>'],
    ['a list of bracketed ones', '<ada@example.org>, <grace@example.net>'],
    ['two bracketed ones', '<ada@example.org><grace@example.net>'],
    ['a group', 'Team: ada@example.org, grace@example.net;'],
    ['a group before a bracketed one', 'Team: <ada@example.org>'],
    ['a comment', 'ada@example.org (Ada)'],
    ['a comment in a name', 'Ada (work) <ada@example.org>'],
    ['a route', '<@relay.example,@other.example:ada@example.org>'],
    ['an address as unquoted name', 'grace@example.net <ada@example.org>'],
    ['an open quote', '"Ada <ada@example.org>'],
    ['a quote in the middle', 'A"d"a <ada@example.org>'],
    ['an escape at the end of a quote', '"Ada\\" <ada@example.org>'],
    ['spaces in the brackets', 'Ada < ada@example.org >'],
    ['a line break', 'Ada\r\nBcc: x@y.zz <ada@example.org>'],
    ['a quoted line break', '"Ada\n" <ada@example.org>'],
    ['a line break in the address', 'ada@example.org\n.net'],
    ['NUL', 'ada\0@example.org'],
    ['NEL', 'Ada\u0085 <ada@example.org>'],
    ['a line separator', 'Ada\u2028 <ada@example.org>'],
    ['an override of direction in the name', 'Ada \u202Egro.live <ada@example.org>'],
    ['an override of direction in the domain', 'ada@\u202Eexample.org'],
    ['a mark of direction in the domain', 'ada@exa\u200Fmple.org'],
    ['an invisible character in the domain', 'ada@exa\u200Bmple.org'],
    ['half a character', 'Ada \uD800 <ada@example.org>'],
    ['text behind the brackets', 'Ada <ada@example.org> x'],
  ])('rejects %s', (_what, text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  test('never returns an address that can be parsed as several, for any text', () => {
    const part = fc.constantFrom(
      'a',
      'b@c.de',
      '<',
      '>',
      '"',
      '\\',
      ',',
      ';',
      ':',
      '(',
      ')',
      '@',
      '.',
      ' ',
      '\r',
      '\n',
      'é',
      '＠',
      '，',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => {
        const address = parseAddress(parts.join(''))
        if (address) expect(address.address).toMatch(/^[^\s@<>(),;:"\\[\]]+@[a-z0-9.-]+$/)
      }),
      { numRuns: 5000 },
    )
  })

  test('returns the same address when its result is parsed again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), text => {
        const address = parseAddress(text)
        if (address) expect(parseAddress(address.address)).toEqual(address)
      }),
    )
  })

  test('takes linear time for hostile text', () => {
    const hostile = [
      '"\\'.repeat(490),
      '<'.repeat(998),
      `${'a.'.repeat(490)}@`,
      `a@${'a-'.repeat(490)}`,
      `a@${'é'.repeat(900)}`,
    ]
    const all = (): void => {
      for (const text of hostile) for (let round = 0; round < 100; round += 1) parseAddress(text)
    }
    expect(effort_ms(all)).toBeLessThan(2000)
  })
})

test('domainOf returns the part after the @', () => {
  expect(domainOf('ada@mail.example.org')).toBe('mail.example.org')
})

test.each([
  ['550 5.1.1 <ada@mail.example.org> is nobody here', '550 5.1.1 <(address)> is nobody here'],
  ['rcpt=ada.byron+x@example.org; ada@example.net, gone', '(address); (address), gone'],
  ['451 4.7.1 Try again later', '451 4.7.1 Try again later'],
  [`${'a'.repeat(998)} no`, `${'a'.repeat(998)} no`],
])('withoutAddresses removes every address from %j', (text, expected) => {
  expect(withoutAddresses(text)).toBe(expected)
})

describe('addressFault', () => {
  test.each(['пётр@почта.test', 'Пётр <пётр@example.com>', '"Пётр, 1" <josé.pérez+x@example.com>'])(
    'reports international local parts as unsupported: %s',
    text => {
      expect(addressFault(text, 'form')).toMatch(/must be ASCII, because this server does not support SMTPUTF8/)
    },
  )

  test.each(['nobody', 'пётр@', '@example.com', 'a b@example.com', 'пётр пётр@example.com', 'é<a@example.com', 'é@x'])(
    'names the expected form: %s',
    text => expect(addressFault(text, 'form')).toBe('form'),
  )
})

test('mailboxKey ignores the tag, and the dots at Gmail', () => {
  const keys = ['Ana@Example.com', 'ana+1@example.com', 'ANA+a+b@example.com'].map(mailboxKey)
  expect(new Set(keys)).toEqual(new Set(['ana@example.com']))
  expect(mailboxKey('+tag@example.com')).toBe('+tag@example.com')
  expect(mailboxKey('a.n.a@example.com')).toBe('a.n.a@example.com')
  expect(['a.n.a@gmail.com', 'Ana+1@GoogleMail.com'].map(mailboxKey)).toEqual(['ana@gmail.com', 'ana@gmail.com'])
})
