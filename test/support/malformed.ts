// Invalid requests: each parameter is changed in one of several ways. A test predicts the response from these ways
// alone, without the logic of the server.
import * as fc from 'fast-check'

/** How a parameter of a form or query is sent. */
export const SEND_MODES = [
  'good',
  'missing',
  'empty',
  'elsewhere',
  'broken',
  'twice',
  'two values',
  'long',
  'with NUL',
  'not UTF-8',
] as const
export type SendMode = (typeof SEND_MODES)[number]

/** How a member of a JSON body is sent. */
export const JSON_SEND_MODES = [
  'good',
  'missing',
  'empty',
  'null',
  'a number',
  'true',
  'a list',
  'an object',
  'half a pair',
  'long',
  'with NUL',
] as const
export type JsonSendMode = (typeof JSON_SEND_MODES)[number]

/**
 * What the server reads for a parameter: nothing, an unreadable value, two values, another value than the valid one, or
 * the valid one.
 */
export type ReadState = 'absent' | 'unreadable' | 'repeated' | 'other' | 'good'

export type SendModes<Name extends string> = Record<Name, SendMode | JsonSendMode>

const SEEN: Record<Exclude<SendMode | JsonSendMode, 'with NUL'>, ReadState> = {
  good: 'good',
  missing: 'absent',
  empty: 'absent',
  elsewhere: 'absent',
  broken: 'unreadable',
  twice: 'repeated',
  'two values': 'repeated',
  long: 'other',
  'not UTF-8': 'other',
  null: 'absent',
  'a number': 'unreadable',
  true: 'unreadable',
  'a list': 'unreadable',
  'an object': 'unreadable',
  'half a pair': 'unreadable',
}

/**
 * What the server reads for each parameter. `extra` lists those that a valid request does not have; `nul` is the result
 * for a NUL, which is an ordinary character in a query and unreadable in a body.
 */
export function readStates<Name extends string>(
  ways: SendModes<Name>,
  { extra = [], nul = 'other' }: { extra?: readonly string[]; nul?: ReadState } = {},
): Record<Name, ReadState> {
  const entries = Object.entries<SendMode | JsonSendMode>(ways).map(([name, way]) => {
    const there = extra.includes(name) && way === 'good' ? 'missing' : way
    return [name, there === 'with NUL' ? nul : SEEN[there]]
  })
  return Object.fromEntries(entries) as Record<Name, ReadState>
}

/** Mostly valid, because a request with many errors is refused for the first and never reaches the other checks. */
export function sendModes<Name extends string, W extends SendMode | JsonSendMode>(
  names: readonly Name[],
  of: readonly W[],
): fc.Arbitrary<Record<Name, W>> {
  const way = fc.oneof(
    { weight: 5, arbitrary: fc.constant('good' as W) },
    { weight: 2, arbitrary: fc.constantFrom(...of) },
  )
  return fc.record(Object.fromEntries(names.map(name => [name, way]))) as fc.Arbitrary<Record<Name, W>>
}

/** The text of a form or query, and the parameters that are sent elsewhere. */
export function malformedForm(
  good: Record<string, string | undefined>,
  how: Record<string, SendMode>,
): { text: string; elsewhere: string } {
  const pairs: string[] = []
  const elsewhere: string[] = []
  for (const [name, way] of Object.entries(how)) {
    const value = good[name]
    // a valid value for a parameter that a valid request lacks is to omit it
    if (value === undefined && way === 'good') continue
    const pair = `${name}=${encodeURIComponent(value ?? 'x')}`
    if (way === 'elsewhere') elsewhere.push(pair)
    else pairs.push(...spoiledPairs(name, pair, way))
  }
  return { text: pairs.join('&'), elsewhere: elsewhere.join('&') }
}

function spoiledPairs(name: string, pair: string, way: SendMode): string[] {
  const made: Partial<Record<SendMode, string[]>> = {
    missing: [],
    empty: [`${name}=`],
    broken: [`${pair}%zz`],
    twice: [pair, pair],
    'two values': [`${name}=a`, pair],
    long: [`${name}=${'x'.repeat(10_000)}`],
    'with NUL': [`${pair}%00`],
    'not UTF-8': [`${pair}%FF%C0%80`],
  }
  return made[way] ?? [pair]
}

/** The same as JSON. */
export function malformedJson(good: Record<string, string | undefined>, how: Record<string, JsonSendMode>): string {
  const members = Object.entries(how).flatMap(([name, way]) => {
    const value = good[name]
    if (way === 'missing' || (value === undefined && way === 'good')) return []
    return [`${JSON.stringify(name)}:${spoiledMember(value ?? 'x', way)}`]
  })
  return `{${members.join(',')}}`
}

function spoiledMember(value: string, way: JsonSendMode): string {
  const made: Partial<Record<JsonSendMode, unknown>> = {
    empty: '',
    null: null,
    'a number': 7,
    true: true,
    'a list': [value],
    'an object': { [value]: value },
    long: 'x'.repeat(10_000),
    'with NUL': `${value}\0`,
  }
  if (way === 'half a pair') return '"\\ud800"'
  return JSON.stringify(way in made ? made[way] : value)
}
