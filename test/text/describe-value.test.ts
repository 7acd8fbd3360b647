import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newApiKeyToken } from '../../src/identity/api-keys/actions.ts'
import { refusal } from '../../src/base/text/refusal.ts'
import { randomToken } from '../../src/base/secrets/tokens.ts'
import { describeValue } from '../../src/base/text/describe-value.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const JWT = `${part({ alg: 'ES256', typ: 'at+jwt' })}.${part({ sub: 'x' })}.${randomBytes(64).toString('base64url')}`
const LONG_JWT = JWT.replace('.', `.${'Ab0-'.repeat(200)}`)

describe('shown', () => {
  it.each([
    ['re_engagement', '"re_engagement"'],
    ['re_engagement_2026', '"re_engagement_2026"'],
    ['019a8f7e-1d2c-7b3a-9f00-0123456789ab', '"019a8f7e-1d2c-7b3a-9f00-0123456789ab"'],
    ['a-template-whose-alias-has-43-characters-ab', '"a-template-whose-alias-has-43-characters-ab"'],
    ['A'.repeat(43), `"${'A'.repeat(43)}"`],
    ['eyJust.two', '"eyJust.two"'],
    ['a'.repeat(60), `"${'a'.repeat(60)}"`],
    ['a'.repeat(61), `"${'a'.repeat(60)}…"`],
    ['😀'.repeat(61), `"${'😀'.repeat(60)}…"`],
    ['a\u202eb', '"a\\u{202e}b"'],
    ['', '""'],
    [7, '7'],
    [null, 'null'],
    [undefined, 'nothing'],
    [[1, 2], 'a list of 2'],
    [{}, 'an object'],
  ])('shows %j as %s', (value, words) => {
    expect(describeValue(value)).toBe(words)
  })
})

describe.each([
  ['an API key', newApiKeyToken()],
  ['the shortest key an operator can choose', 're_aaaaaaaaaaaaaaaaaaaa'],
  ['the longest one', `re_${'a'.repeat(100)}`],
  ['an access token', JWT],
  ['one that is longer than what is shown', LONG_JWT],
  ['an access token without its signature', JWT.replace(/[^.]*$/, '')],
  ['a random token', randomToken()],
  ['a random token of signs', `-_${'aB0'.repeat(13)}-_`],
])('%s', (_, secret) => {
  it.each([
    ['alone', '', '', '"(hidden)"'],
    ['behind a word', 'Bearer ', '', '"Bearer (hidden)"'],
    ['within a text', 'key=', '; more', '"key=(hidden); more"'],
    ['at the end of what is shown', 'a '.repeat(25), '', `"${'a '.repeat(25)}(hidden)"`],
    ['across the end of what is shown', 'a '.repeat(27), '', `"${'a '.repeat(27)}(hidde…"`],
    ['before a long text', '', ` ${'a '.repeat(5000)}`, `"(hidden) ${'a '.repeat(25)}a…"`],
  ])('is hidden %s', (__, before, after, words) => {
    expect(describeValue(before + secret + after)).toBe(words)
  })

  it('is hidden in the message of a refusal', () => {
    const { message, body } = refusal('validation_error', `There is no template "${secret}", only "welcome".`)
    expect(message).toBe('There is no template "(hidden)", only "welcome".')
    expect(body).toMatchObject({ message })
  })
})
