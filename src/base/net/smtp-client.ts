// Offers complete emails to mail servers and returns their replies. Other modules decide what a reply means for an email.
import type { Envelope, MailMessage } from './mail-message.ts'
import type { SmtpResult } from './smtp-result.ts'
import { CONNECTIONS } from './relay.ts'
import { hopKey, type NextHop } from './smtp-hop.ts'
import { notAcceptedResult, offerMail, type OfferResult } from './smtp-offer.ts'
import { POOL_CLOSED, type PooledSession, type PoolLimits, SmtpPool } from './smtp-pool.ts'
import { SmtpFailure, smtpFailure, toSmtpFailure } from './smtp-socket.ts'

interface SmtpOffer {
  hop: NextHop
  envelope: Envelope
  message: MailMessage
  /**
   * Awaited just before the server receives the complete message, so that its writes survive a crash. If it
   * throws, the message stays incomplete, and the server does not accept it.
   */
  handing?: (() => Promise<void>) | undefined
}

export interface ClientLimits extends PoolLimits {
  /** How long everything up to the end of the message may take without progress, and the extra time for each recipient. */
  before_ms: number
  recipient_ms: number
  /** How long closing waits for emails in progress. */
  closing_ms: number
}

const CLIENT_LIMITS: ClientLimits = {
  connections: CONNECTIONS,
  mails_max: 1000,
  idle_ms: 15_000,
  connect_ms: 30_000,
  greeting_ms: 60_000,
  before_ms: 120_000,
  recipient_ms: 5_000,
  silence_ms: 600_000,
  closing_ms: 10_000,
}

/**
 * How often an email may move to another connection if one breaks before any reply to it. After that, a new attempt is
 * needed.
 */
const CHANGES_MAX = 2

export class SmtpClient {
  readonly #limits: ClientLimits
  readonly #pools = new Map<string, SmtpPool>()
  readonly #underway = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(limits: Partial<ClientLimits> = {}) {
    this.#limits = { ...CLIENT_LIMITS, ...limits }
  }

  /** The number of mail servers with an open or opening connection. */
  get hops(): number {
    return this.#pools.size
  }

  /** Offers one email, once. Never throws. */
  offer(offer: SmtpOffer): Promise<SmtpResult> {
    const offering = this.#offer(offer).finally(() => this.#underway.delete(offering))
    this.#underway.add(offering)
    return offering
  }

  /** Connects and logs in, without an email. Throws `SmtpFailure` on failure. */
  async check(hop: NextHop): Promise<void> {
    const pool = this.#poolOf(hop)
    pool.release(await pool.acquire(false).session)
  }

  /** Accepts no more emails, lets those in progress finish for `patience_ms`, then closes the connections. */
  async close(patience_ms = this.#limits.closing_ms): Promise<void> {
    this.#isClosed = true
    for (const pool of this.#pools.values()) pool.close()
    const force = setTimeout(() => this.#closeAll(), patience_ms)
    await Promise.allSettled(this.#underway)
    clearTimeout(force)
    this.#closeAll()
  }

  #closeAll(): void {
    for (const pool of this.#pools.values()) pool.close(POOL_CLOSED)
    this.#pools.clear()
  }

  async #offer({ hop, envelope, message, handing }: SmtpOffer): Promise<SmtpResult> {
    if (this.#isClosed) return notAcceptedResult('connection', POOL_CLOSED.reply)
    const patience = new HandoverTimeout(this.#limits.before_ms + this.#limits.recipient_ms * envelope.to.length)
    const offered = {
      envelope,
      message,
      moved: () => patience.renew(),
      handing: async () => {
        await handing?.()
        // from here on, only the server's silence is limited, to ten minutes
        patience.end()
      },
    }
    const pool = this.#poolOf(hop)
    try {
      for (let change = 0; ; change++) {
        const session = await patience.sessionOf(pool, change > 0)
        const isReused = session.offered++ > 0
        const offering = await offerMail(session, offered)
        this.#settle(pool, session, offering)
        if (offering.unheard && isReused && change < CHANGES_MAX && !patience.isOver) continue
        const { host, address, tls } = session
        return { ...(patience.isOver ? patience.answer() : offering.answer), host, tls, ...(address && { address }) }
      }
    } catch (error) {
      return {
        ...(patience.isOver ? patience.answer() : notAcceptedResult('connection', toSmtpFailure(error).reply)),
        host: hop.host,
      }
    } finally {
      patience.end()
      // a pool that never had a connection does not call `onEmpty`
      if (pool.isEmpty) this.#forget(hopKey(hop), pool)
    }
  }

  #settle(pool: SmtpPool, session: PooledSession, { after }: OfferResult): void {
    if (after === 'next') pool.release(session)
    else if (after === 'close') pool.end(session)
    else
      void reset(session).then(
        () => pool.release(session),
        () => pool.end(session),
      )
  }

  #poolOf(hop: NextHop): SmtpPool {
    const key = hopKey(hop)
    let pool = this.#pools.get(key)
    if (!pool) {
      const made = new SmtpPool(hop, this.#limits, () => this.#forget(key, made))
      this.#pools.set(key, (pool = made))
    }
    return pool
  }

  #forget(key: string, pool: SmtpPool): void {
    if (pool.isEmpty && this.#pools.get(key) === pool) this.#pools.delete(key)
  }
}

async function reset({ socket }: PooledSession): Promise<void> {
  const { code } = await socket.command('RSET')
  if (code !== 250) throw smtpFailure('The server rejected RSET')
}

/** The time limit until the server has the complete message; each progress restarts it. */
class HandoverTimeout {
  readonly #after_ms: number
  readonly #timer: NodeJS.Timeout
  #giveUp: (why: SmtpFailure) => void = () => {}
  isOver = false

  constructor(after_ms: number) {
    this.#after_ms = after_ms
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#giveUp(new SmtpFailure(this.answer().reply))
    }, after_ms)
  }

  async sessionOf(pool: SmtpPool, fresh: boolean): Promise<PooledSession> {
    const { session, giveUp } = pool.acquire(fresh)
    this.#giveUp = giveUp
    const taken = await session
    this.#giveUp = why => taken.socket.destroy(why)
    return taken
  }

  renew(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  answer(): Extract<SmtpResult, { accepted: false }> {
    const reply_text = `The server did not finish within ${this.#after_ms / 1000} seconds`
    return { ...notAcceptedResult('connection', { code: null, reply_text }), stalled: true }
  }
}
