import { describe, expect, it } from 'vitest'
import { BOTH, withDatabaseAt } from '../both.ts'
import { splitLoop, violationsOf } from '../split.ts'

/** On a busy machine a life lasts for seconds. */
const WITHIN_MS = 3_600_000
const KILLS = Number(process.env.KILLS ?? 100)

describe.each(BOTH)('kill -9 while emails are split into parts, again and again on %s,', (name, prepare) => {
  it.each(['resend', 'hold'] as const)(
    'delivers to each recipient or records a reason if the policy is to %s',
    async unknown => {
      const split = await withDatabaseAt(prepare, url => splitLoop({ url, kills: KILLS, unknown }))
      const { fates, kills_in_parts, broken_off } = split
      const doubled = fates.filter(({ copies }) => copies > 1).length
      const untold = fates.filter(({ status }) => status === 'unknown').length
      const how = `${unknown} on ${name}`
      console.log({ how, kills: KILLS, recipients: fates.length, kills_in_parts, broken_off, doubled, unknown: untold })
      expect(violationsOf(split, unknown)).toEqual([])
    },
    WITHIN_MS,
  )
})
