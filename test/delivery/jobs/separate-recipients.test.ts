// Emails with a return path of ours are sent to each recipient separately, and each handover is recorded. Wherever an
// attempt ends, a recipient who received the email gets it only once, and a recipient who was not reached is tried
// later.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordReport } from '../../../src/mail/bounces/actions.ts'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import { DEFAULT_POLICY } from '../../../src/mail/delivery/schedule.ts'
import type { SmtpResult, SmtpReply } from '../../../src/base/net/smtp-result.ts'
import type { Queue } from '../../../src/base/queue/runner.ts'
import { databases } from '../../support/databases.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { type Deliveries, openDeliveries } from '../../support/deliveries.ts'

const [ANA, BOB, CARL] = ['ana@example.net', 'bob@example.net', 'carl@example.net'] as const
const TO = [ANA, BOB, CARL]
const TAKEN: SmtpResult = { accepted: true, reply: { code: 250, reply_text: '250 OK' }, refused: [] }
const not = (about: 'mail' | 'connection', reply: SmtpReply, handed = false): SmtpResult => ({
  accepted: false,
  scope: about,
  reply,
  refused: [],
  wasHandedOver: handed,
})

describe.each(databases)('separate delivery to each recipient on %s', (_, open) => {
  let on: Deliveries
  /** Recipients that the email was handed over to, with the return path. */
  let handed: string[]
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    closing.push(opened.remove, () => opened.database.close())
    on = await openDeliveries(opened.database)
    closing.push(() => on.close())
    handed = []
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  type Answering = (address: string) => SmtpResult | Promise<SmtpResult> | undefined

  /** A process that sends, with the replies of the mail server. */
  function sending(answer: Answering = () => undefined, unknown: 'resend' | 'hold' = 'resend'): Promise<Queue> {
    const send = async (
      { envelope }: { envelope: { from: string; to: readonly string[] } },
      handing: () => Promise<void>,
    ): Promise<SmtpResult> => {
      await handing()
      handed.push(`${envelope.from} ${envelope.to.join(',')}`)
      return (await answer(envelope.to[0]!)) ?? TAKEN
    }
    const pathOf = (address: string): string => `for-${address}`
    const policy = { ...DEFAULT_POLICY, unknown }
    return on.newProcess(
      deliverEmail({ sender: { send }, chance: () => 0.5, policy, findReturnPaths: async () => pathOf }),
    )
  }
  const of = (...addresses: string[]): string[] => addresses.map(address => `for-${address} ${address}`)
  const statuses = async (id: string) =>
    Object.fromEntries((await on.find(id)).recipients.map(({ address, status }) => [address, status]))

  it('counts as one attempt', async () => {
    const queue = await sending()
    const id = await on.send({ to: TO })
    await queue.idle()
    expect(handed).toEqual(of(...TO))
    expect(await on.attempts(id)).toMatchObject([{ number: 1, outcome: 'taken', code: 250 }])
    expect((await on.events(id)).map(({ detail }) => detail.recipients)).toEqual([[ANA], [BOB], [CARL]])
    expect((await on.find(id)).last_event).toBe('delivered')
  })

  /**
   * The first process dies after the server accepted the email for Bob and before that was stored. A second one
   * continues.
   */
  async function dieAtBob(unknown: 'resend' | 'hold'): Promise<string> {
    const dead = Promise.withResolvers<SmtpResult>()
    closing.push(() => dead.reject(new Error('long dead')))
    const first = await sending(address => (address === BOB ? dead.promise : undefined), unknown)
    const id = await on.send({ to: TO })
    await expect.poll(() => handed.length).toBe(2)
    await killWorker(first, on.database)
    const next = await sending(undefined, unknown)
    await next.idle()
    await on.later(next, 60_000)
    return id
  }

  it('resends after a crash only to the recipient with an unknown outcome', async () => {
    const id = await dieAtBob('resend')
    expect(handed).toEqual(of(ANA, BOB, BOB, CARL))
    expect(await statuses(id)).toEqual({ [ANA]: 'delivered', [BOB]: 'delivered', [CARL]: 'delivered' })
    expect((await on.attempts(id)).map(({ outcome }) => outcome)).toEqual(['unknown', 'taken'])
  })

  it('fails only the recipient with an unknown outcome when resending is disabled', async () => {
    const id = await dieAtBob('hold')
    expect(handed).toEqual(of(ANA, BOB, CARL))
    expect(await statuses(id)).toEqual({ [ANA]: 'delivered', [BOB]: 'unknown', [CARL]: 'delivered' })
    expect((await on.find(id)).last_event).toBe('failed')
  })

  it.each([
    ['disconnects', not('connection', { code: null, reply_text: 'ECONNRESET' })],
    ['accepts no more recipients for now', not('mail', { code: 452, reply_text: '452 4.3.1 Too busy' })],
  ])('retries the remaining recipients later when the server %s', async (_words, answer) => {
    let times = 0
    const queue = await sending(address => (address === BOB && times++ === 0 ? answer : undefined))
    const id = await on.send({ to: TO })
    await queue.idle()
    expect(handed).toEqual(of(ANA, BOB))
    expect(await statuses(id)).toEqual({ [ANA]: 'delivered', [BOB]: 'delivery_delayed', [CARL]: 'delivery_delayed' })
    await on.later(queue, 5000)
    expect(handed).toEqual(of(ANA, BOB, BOB, CARL))
    expect((await on.find(id)).last_event).toBe('delivered')
  })

  it('continues after a refusal and retries temporarily refused recipients', async () => {
    let times = 0
    const queue = await sending(address => {
      if (address === ANA) return not('mail', { code: 550, reply_text: '550 5.1.1 No such user' })
      return address === BOB && times++ === 0 ? not('mail', { code: 450, reply_text: '450 Greylisted' }) : undefined
    })
    const id = await on.send({ to: TO })
    await queue.idle()
    await on.later(queue, 5000)
    expect(handed).toEqual(of(ANA, BOB, CARL, BOB))
    expect(await statuses(id)).toEqual({ [ANA]: 'bounced', [BOB]: 'delivered', [CARL]: 'delivered' })
    expect((await on.find(id)).last_event).toBe('bounced')
  })

  it('stores a bounce report for one recipient while others are being sent', async () => {
    const recipients = [{ addresses: [ANA], outcome: 'bounced' as const, code: 550, words: '550 No such user' }]
    const queue = await sending(async address => {
      if (address !== BOB) return TAKEN
      const named = { email_id: id, reaches: (one: string) => one === ANA }
      await on.database.unit(tx => recordReport({ tx, now: on.time.now() }, named, { kind: 'delivery', recipients }))
      return TAKEN
    })
    const id = await on.send({ to: TO })
    await queue.idle()
    expect(handed).toEqual(of(...TO))
    expect(await statuses(id)).toEqual({ [ANA]: 'bounced', [BOB]: 'delivered', [CARL]: 'delivered' })
  })
})
