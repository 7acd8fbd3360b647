// The connections to one mail server: as many as required and allowed, each used for a sequence of emails.
import type { NextHop } from './smtp-hop.ts'
import { openSmtpSession, type SessionLimits, type SmtpSession } from './smtp-session.ts'
import { type SmtpFailure, smtpFailure, toSmtpFailure } from './smtp-socket.ts'

export interface PoolLimits extends SessionLimits {
  /** Maximum number of simultaneous connections. */
  connections: number
  /** Maximum number of emails on one connection. */
  mails_max: number
  /** How long an idle connection stays open. */
  idle_ms: number
}

export interface PooledSession extends SmtpSession {
  /** How many emails were offered on it. */
  offered: number
  idle_since_ms: number
}

/** How long no further connection is opened after the server refused one while others were open. */
const FULL_FOR_MS = 60_000

interface Waiter {
  resolve: (session: PooledSession) => void
  reject: (error: SmtpFailure) => void
  /** The connection attempt succeeded or was abandoned. */
  isOver: boolean
}

export class SmtpPool {
  readonly #hop: NextHop
  readonly #limits: PoolLimits
  readonly #onEmpty: () => void
  readonly #sessions = new Set<PooledSession>()
  #idle: PooledSession[] = []
  readonly #waiting: Waiter[] = []
  /** Aborts connections that are being opened. */
  readonly #opening = new Set<AbortController>()
  #full_until_ms = -Infinity
  #timer: NodeJS.Timeout | undefined

  /** `onEmpty` is called when the last connection has ended. */
  constructor(hop: NextHop, limits: PoolLimits, onEmpty: () => void) {
    this.#hop = hop
    this.#onEmpty = onEmpty
    const { connections = limits.connections, connect_ms = limits.connect_ms } = hop
    this.#limits = { ...limits, connections, connect_ms }
  }

  /** Whether no connection is open, being opened or waited for. */
  get isEmpty(): boolean {
    return this.#sessions.size === 0 && this.#opening.size === 0 && this.#waiting.length === 0
  }

  /** Returns an idle connection, or opens one. `fresh`: one without earlier emails. `giveUp` stops waiting for it. */
  acquire(fresh: boolean): { session: Promise<PooledSession>; giveUp: (why: SmtpFailure) => void } {
    const { promise, resolve, reject } = Promise.withResolvers<PooledSession>()
    const waiting: Waiter = { resolve, reject, isOver: false }
    const giveUp = (why: SmtpFailure): void => {
      if (waiting.isOver) return
      waiting.isOver = true
      const index = this.#waiting.indexOf(waiting)
      if (index !== -1) this.#waiting.splice(index, 1)
      reject(why)
    }
    // the cause that broke one kept connection may have broken the idle ones, too
    if (fresh) for (const session of this.#idle) this.end(session)
    const idle = this.#idle.pop()
    if (idle) this.#give(idle, waiting)
    else if (this.#mayOpen()) void this.#open(waiting)
    else this.#waiting.push(waiting)
    return { session: promise, giveUp }
  }

  /** The connection can be used for another email. */
  release(session: PooledSession): void {
    if (!session.socket.isUsable || session.offered >= this.#limits.mails_max) return this.end(session)
    const next = this.#nextWaiting()
    if (next) return this.#give(session, next)
    session.idle_since_ms = performance.now()
    session.socket.onUnrest = () => this.end(session)
    this.#idle.push(session)
    this.#timer ??= setTimeout(() => this.#endIdle(), this.#limits.idle_ms).unref()
  }

  /** The connection is no longer usable. */
  end(session: PooledSession): void {
    if (!this.#sessions.delete(session)) return
    this.#idle = this.#idle.filter(other => other !== session)
    session.socket.onUnrest = () => {}
    session.socket.quit()
    const next = this.#nextWaiting()
    if (next) void this.#open(next)
    else if (this.isEmpty) this.#onEmpty()
  }

  /** Ends the idle connections; with a reason, those in use, too. */
  close(why?: SmtpFailure): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const session of this.#idle) this.end(session)
    if (!why) return
    for (const ending of this.#opening) ending.abort(why)
    for (const waiting of this.#waiting.splice(0)) this.#refuse(waiting, why)
    for (const session of this.#sessions) {
      session.socket.destroy(why)
      this.end(session)
    }
  }

  #nextWaiting(): Waiter | undefined {
    return this.#waiting.shift()
  }

  #mayOpen(): boolean {
    const open = this.#sessions.size + this.#opening.size
    if (open > 0 && performance.now() < this.#full_until_ms) return false
    return open < this.#limits.connections
  }

  async #open(waiting: Waiter): Promise<void> {
    const ending = new AbortController()
    this.#opening.add(ending)
    try {
      const session = {
        ...(await openSmtpSession(this.#hop, this.#limits, ending.signal)),
        offered: 0,
        idle_since_ms: 0,
      }
      this.#opening.delete(ending)
      this.#sessions.add(session)
      if (waiting.isOver) this.release(session)
      else this.#give(session, waiting)
    } catch (error) {
      this.#opening.delete(ending)
      this.#missed(waiting, toSmtpFailure(error))
    }
  }

  /** A server that refuses a connection while others are open has reached its limit: the waiting email uses one of those. */
  #missed(waiting: Waiter, why: SmtpFailure): void {
    if (this.#sessions.size > 0 && !waiting.isOver) {
      this.#full_until_ms = performance.now() + FULL_FOR_MS
      const idle = this.#idle.pop()
      if (idle) this.#give(idle, waiting)
      else this.#waiting.unshift(waiting)
    } else this.#refuse(waiting, why)
  }

  #give(session: PooledSession, waiting: Waiter): void {
    session.socket.onUnrest = () => {}
    waiting.isOver = true
    waiting.resolve(session)
  }

  #refuse(waiting: Waiter, why: SmtpFailure): void {
    if (waiting.isOver) return
    waiting.isOver = true
    waiting.reject(why)
  }

  #endIdle(): void {
    this.#timer = undefined
    const before_ms = performance.now() - this.#limits.idle_ms
    for (const session of this.#idle.filter(({ idle_since_ms }) => idle_since_ms <= before_ms)) this.end(session)
    if (this.#idle.length === 0) return
    const next_ms = Math.max(1, this.#idle[0]!.idle_since_ms - before_ms)
    this.#timer = setTimeout(() => this.#endIdle(), next_ms).unref()
  }
}

export const POOL_CLOSED = smtpFailure('The server is shutting down')
