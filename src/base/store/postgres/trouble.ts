// What an error of PostgreSQL or of the network means, by SQLSTATE (appendix A of its manual): a conflict with another unit,
// a server that is unavailable at the moment, or a mistake of ours.
import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../database.ts'

/** serialization_failure, deadlock_detected, unique_violation, foreign_key_violation. */
const MET = new Set(['40001', '40P01', '23505', '23503'])

/**
 * Connections, resources, an operator's hand, a system's error, a read-only server, a lock that is held too long, damage.
 */
const TROUBLE = /^(?:08|53|57|58|25006|25P03|55P03|XX00[012])/

/** The server is another one by now than the one that was asked for, or is about to be. */
const MOVED = /^(?:25006|57P0[1-5])$/

/** A statement's columns are not what they were when it was prepared: a migration ran meanwhile. */
const OUTDATED = '0A000'

function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : ''
}

/** What a unit is undone with that would meet another one of this process. */
export class WouldMeet extends Error {}

/** Another unit got in its way: run again, it sees what that one has written. */
export function hasMet(error: unknown): boolean {
  return error instanceof WouldMeet || MET.has(codeOf(error)) || isOutdated(error)
}

export function isOutdated(error: unknown): boolean {
  return codeOf(error) === OUTDATED && /cached plan/.test((error as Error).message)
}

/** The connection is of no use any more. */
export function isMoved(error: unknown): boolean {
  return MOVED.test(codeOf(error))
}

/** The error as who asked gets it. */
export function asThrown(error: unknown): unknown {
  const isTrouble = error instanceof ConnectionLost || hasMet(error) || TROUBLE.test(codeOf(error))
  return isTrouble ? new DatabaseUnavailable(error) : error
}

/**
 * The connection ended, or could not be made, or did not answer in time. Whether a transaction whose commit was sent on it
 * took effect is unknown.
 */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(`The connection to PostgreSQL is lost: ${(cause as Error).message}`, { cause })
    this.name = 'ConnectionLost'
  }
}
