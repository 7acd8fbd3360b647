import { describe, expect, it } from 'vitest'
import { BOTH, withDatabaseAt } from '../both.ts'
import { type EmailResult, violations, unknownLoop } from '../unknown.ts'

/** On a busy machine a life lasts for seconds. */
const WITHIN_MS = 3_600_000
const KILLS = Number(process.env.KILLS ?? 200)

function print(how: string, fates: EmailResult[]): void {
  const count = (is: (fate: EmailResult) => boolean): number => fates.filter(is).length
  const doubled = count(({ copies }) => copies > 1)
  const unknown = count(each => each.unknown > 0)
  const lost = count(({ copies }) => copies === 0)
  const again = count(each => each.again?.status === 'delivered')
  console.log({ how, kills: KILLS, mails: fates.length, doubled, unknown, lost, again })
}

describe.each(BOTH)('kill -9 between 250 and commit, hundreds of times on %s,', (name, prepare) => {
  it(
    'loses nothing if emails are sent again',
    async () => {
      const fates = await withDatabaseAt(prepare, url => unknownLoop({ url, kills: KILLS, unknown: 'resend' }))
      print(`resend on ${name}`, fates)
      expect(fates.filter(({ copies, last_event }) => copies < 1 || last_event !== 'delivered')).toEqual([])
      expect(fates.filter(({ copies, unknown }) => copies > 1 + unknown)).toEqual([])
    },
    WITHIN_MS,
  )

  it(
    'sends nothing twice if emails are held, stores a reason for each, and can resend them',
    async () => {
      const fates = await withDatabaseAt(prepare, url => unknownLoop({ url, kills: KILLS, unknown: 'hold' }))
      print(`hold on ${name}`, fates)
      expect(violations(fates)).toEqual([])
    },
    WITHIN_MS,
  )
})
