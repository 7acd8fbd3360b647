import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  waitingKind,
  waitingNameOf,
  newShareName,
  destinationShareName,
  shareRange,
  teamShareName,
  parseWaitingName,
} from '../../src/base/queue/waiting-names.ts'
import { bucketOf } from '../../src/base/queue/bucket.ts'
import { payloadOf, storedPayload } from '../../src/base/queue/payload.ts'
import { TeamRotation } from '../../src/base/queue/rotation.ts'
import { Shares, type ClaimedShare } from '../../src/base/queue/shares.ts'

const [A, B] = ['team-a', 'team-b']
const QUICK_MS = 100
const SLOW_MS = 60_000

/** Takes as much of the lane as allowed for a destination of a team. */
function filled(shares: Shares, team_id: string, destination: string, now_ms = 0): ClaimedShare[] {
  const all: ClaimedShare[] = []
  while (shares.waitingNameFor({ team_id, destination }, now_ms) === undefined)
    all.push(shares.claim({ team_id, destination }, now_ms))
  return all
}
const counted = (shares: Shares, team_id: string, destinations: string[], now_ms = 0): number[] =>
  destinations.map(destination => filled(shares, team_id, destination, now_ms).length)
/** The destination counts as fast afterwards. */
const quickly = (shares: Shares, team_id: string, destination: string, now_ms = 0): void =>
  shares.release(shares.claim({ team_id, destination }, now_ms), QUICK_MS, now_ms)

describe('the stored payload of a delivery job', () => {
  const whole = { team_id: A, email_id: 'an-email', destination: 'example.net' }
  const readBack = (id: string, stored: object, team_id: string | null = A): object =>
    payloadOf('deliver_email', { id, team_id, payload: JSON.stringify(stored) })

  test.each(['an-email', 'an-email/example.net'])('omits the ids that the job %s has in other columns', id => {
    const stored = storedPayload('deliver_email', id, whole)
    expect(stored).toEqual({ destination: 'example.net' })
    expect(readBack(id, stored)).toEqual(whole)
  })

  test('has the id of the email if the job has another id', () => {
    const stored = storedPayload('deliver_email', 'another', whole)
    expect(readBack('another', stored)).toEqual(whole)
  })

  test('is returned as an earlier version stored it, with or without the team', () => {
    const { team_id: _, ...teamless } = whole
    expect(storedPayload('deliver_email', 'an-email', teamless)).toEqual(teamless)
    expect(readBack('an-email', whole)).toEqual(whole)
    expect(readBack('an-email', teamless, null)).toEqual(teamless)
  })

  test('is complete for other kinds', () => {
    const payload = { team_id: A, arrival_id: 'an-arrival', destination: 'example.net' }
    expect(storedPayload('read_received', 'an-arrival', payload)).toEqual(payload)
  })
})

describe('shares of a lane', () => {
  test('slow destinations of a team get half of a lane, one of them half of that, and a new one gets the rest', () => {
    const shares = new Shares(100)
    expect(counted(shares, A, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([25, 13, 6, 3, 2, 1, 0])
    expect(counted(shares, B, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([13, 6, 3, 2, 1, 0])
    expect(counted(shares, 'team-c', ['a', 'b'])).toEqual([7, 3])
  })

  test.each([3, 10, 20, 50, 100])('another team finds half of %i, however many slow destinations a team has', total => {
    const shares = new Shares(total)
    const hosts = Array.from({ length: 200 }, (_, index) => `h${index}.slow.example`)
    const held = counted(shares, A, hosts).reduce((sum, count) => sum + count)
    expect(held).toBe(Math.ceil(total / 2))
    const alone = new Shares(total)
    for (const each of [shares, alone])
      if (each.waitingNameFor({ team_id: B, destination: 'quick' }, 0) === undefined) quickly(each, B, 'quick')
    const [beside, by_itself] = [shares, alone].map(each => filled(each, B, 'quick').length) as [number, number]
    expect(beside).toBeGreaterThanOrEqual(by_itself / 2 - 1)
    expect(beside).toBeGreaterThan(0)
  })

  test('a fast destination gets nine tenths, and its team more for others', () => {
    const shares = new Shares(50)
    quickly(shares, A, 'a')
    expect([filled(shares, A, 'a', 1000).length, filled(shares, A, 'b', 1000).length]).toEqual([45, 2])
    expect(filled(shares, B, 'b', 1000)).toHaveLength(1)
  })

  test('a team whose slow destinations are at their limit can still use fast ones', () => {
    const shares = new Shares(100)
    quickly(shares, A, 'quick')
    const slow = Array.from({ length: 200 }, (_, index) => `h${index}`)
    expect(counted(shares, A, slow, 1000).reduce((sum, count) => sum + count)).toBe(50)
    expect(filled(shares, A, 'quick', 1000)).toHaveLength(40)
    expect(filled(shares, B, 'other', 1000).length).toBeGreaterThan(0)
  })

  test('a destination that became slow gets nothing until it has released enough', () => {
    const shares = new Shares(50)
    quickly(shares, A, 'a')
    const all = filled(shares, A, 'a', 1000)
    expect(all).toHaveLength(45)
    const isFull = () => shares.waitingNameFor({ team_id: A, destination: 'a' }, SLOW_MS) !== undefined
    const back = (count: number) => all.splice(0, count).forEach(each => shares.release(each, SLOW_MS, SLOW_MS))
    back(28)
    expect(isFull()).toBe(true)
    back(1)
    expect(isFull()).toBe(false)
  })

  test('a lane of one is given to the first job', () => {
    const shares = new Shares(1)
    expect([counted(shares, A, ['a']), counted(shares, B, ['b'])]).toEqual([[1], [0]])
  })

  test('a full lane rejects jobs, and accepts them after others were released', () => {
    const shares = new Shares(3)
    const all = [A, B, 'team-c'].map(team => shares.claim({ team_id: team, destination: 'a' }, 0))
    expect(shares.waitingNameFor({ team_id: 'team-d', destination: 'd' }, 0)).toBeDefined()
    for (const each of all) shares.undoClaim(each)
    expect(counted(shares, 'team-d', ['d', 'e'])).toEqual([1, 1])
  })

  test('a job waits for the exhausted limit, and that name has capacity as soon as the job does', () => {
    const shares = new Shares(10, { mayClaim: name => name !== 'shut', isClosed: () => false })
    const all = ['a', 'b', 'c'].map(destination => filled(shares, A, destination))
    quickly(shares, B, 'quick')
    const waits = (team_id: string, destination: string) => shares.waitingNameFor({ team_id, destination }, 0)!
    const names = [waits(A, 'd'), waits(A, 'shut'), waits(B, 'shut')]
    expect(names).toEqual([newShareName(A), 'shut', 'shut'])
    expect(names.map(name => shares.hasRoom(name, 0))).toEqual([false, false, false])
    shares.release(all[0]!.pop()!, SLOW_MS, SLOW_MS)
    expect(shares.hasRoom(newShareName(A), 0)).toBe(true)
    filled(shares, A, 'quick')
    expect([waits(A, 'quick'), shares.hasRoom(teamShareName(A), 0)]).toEqual([teamShareName(A), false])
    const other = new Shares(100)
    const [one] = filled(other, A, 'a')
    const name = other.waitingNameFor({ team_id: A, destination: 'a' }, 0)!
    expect([parseWaitingName(name), other.hasRoom(name, 0)]).toEqual([
      { name: 'a', share: { of: 'destination', team_id: A } },
      false,
    ])
    other.release(one!, SLOW_MS, SLOW_MS)
    expect(other.hasRoom(name, 0)).toBe(true)
  })
})

describe('names of wait queues', () => {
  test('contain what the jobs wait for, and gates use them', () => {
    expect(parseWaitingName('example.com')).toEqual({ name: 'example.com' })
    expect(parseWaitingName(destinationShareName(A, 'example.com'))).toEqual({
      name: 'example.com',
      share: { of: 'destination', team_id: A },
    })
    // email for several domains has no domain in its name
    expect(parseWaitingName(destinationShareName(A, ''))).toEqual({
      name: '',
      share: { of: 'destination', team_id: A },
    })
    expect([teamShareName(A), newShareName(A)].map(name => parseWaitingName(name).share)).toEqual([
      { of: 'all', team_id: A },
      { of: 'new', team_id: A },
    ])
    const kinds = [destinationShareName(A, 'example.com'), teamShareName(A)].map(name =>
      waitingNameOf(waitingKind('deliver_email', name)),
    )
    expect([kinds, waitingNameOf('deliver_email')]).toEqual([['example.com', ''], undefined])
  })

  test('of the shares of a destination form one range, without those of others', () => {
    const { from, until } = shareRange('deliver_email', 'example.com')
    const isBetween = (name: string) => {
      const kind = waitingKind('deliver_email', name)
      return kind >= from && kind < until
    }
    const own = [destinationShareName(A, 'example.com'), destinationShareName('~', 'example.com')]
    const others = [
      'example.com',
      'example.com.au',
      'example.comb',
      destinationShareName(A, 'example.com.au'),
      destinationShareName(A, 'a.example.com'),
    ]
    expect([own.map(isBetween), others.map(isBetween)]).toEqual([own.map(() => true), others.map(() => false)])
  })
})

describe('a rotation', () => {
  test('starts with teams that have had nothing, and continues with those that have waited longest', () => {
    const rotation = new TeamRotation()
    const order = () =>
      rotation.inOrder([A, B, 'team-c'].map(teamShareName)).map(name => parseWaitingName(name).share!.team_id)
    expect(order()).toEqual([A, B, 'team-c'])
    for (const [served, next] of [
      [A, B],
      [B, 'team-c'],
      ['team-c', A],
      [A, B],
      [A, B],
      [B, 'team-c'],
    ] as const) {
      rotation.served(served)
      expect(order()[0]).toBe(next)
    }
  })
})

describe('the bucket of a team', () => {
  test('never changes, because jobs in the database contain it', () => {
    const teams = ['', '019aa0c5-7e6b-7000-8000-000000000001', '019aa0c5-7e6b-7000-8000-000000000002']
    expect(teams.map(bucketOf)).toEqual([25, 45, 36])
  })

  test('is one of sixty-four, with about as many teams in each', () => {
    const counts = new Map<number, number>()
    for (let team = 0; team < 64_000; team++) {
      const bucket = bucketOf(randomUUIDv7())
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, index) => index))
    // a thousand each, within seven standard deviations
    expect(Math.min(...counts.values())).toBeGreaterThan(780)
    expect(Math.max(...counts.values())).toBeLessThan(1220)
  })
})
