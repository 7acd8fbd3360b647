// Classifies errors of PostgreSQL and the network by SQLSTATE (appendix A of its manual): a conflict with another unit,
// a server that is temporarily unavailable, or a bug of ours.
import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../database.ts'

/** serialization_failure, deadlock_detected, unique_violation, foreign_key_violation. */
const MET = new Set(['40001', '40P01', '23505', '23503'])

/**
 * Connection failures, lack of resources, an operator's intervention, system errors, a read-only server, a lock held too long,
 * damage.
 */
const TROUBLE = /^(?:08|53|57|58|25006|25P03|55P03|XX00[012])/

/** The server shuts down, ends the session or has become a standby. */
const MOVED = /^(?:25006|57P0[1-5])$/

/** The columns of a prepared statement have changed: a migration ran meanwhile. */
const OUTDATED = '0A000'

function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : ''
}

/** Undoes a unit that would conflict with another one of this process. */
export class ConflictExpected extends Error {}

/** Whether it is a conflict with another unit: run again, the unit reads what the other has written. */
export function isConflict(error: unknown): boolean {
  return error instanceof ConflictExpected || MET.has(codeOf(error)) || isOutdated(error)
}

export function isOutdated(error: unknown): boolean {
  return codeOf(error) === OUTDATED && /cached plan/.test((error as Error).message)
}

/** Whether the connection must be closed. */
export function mustReconnect(error: unknown): boolean {
  return MOVED.test(codeOf(error))
}

/** Whether opening a connection failed because the database does not respond, and not because the server refused one more. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(?:08|57)/.test(codeOf(error))
}

/** Converts an error for the caller. */
export function toThrownError(error: unknown): unknown {
  const isTrouble = error instanceof ConnectionLost || isConflict(error) || TROUBLE.test(codeOf(error))
  return isTrouble ? new DatabaseUnavailable(error) : error
}

/**
 * The connection ended, could not be opened, or received no response in time. If a commit was sent on it, its outcome
 * is unknown.
 */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(`The connection to PostgreSQL is lost: ${(cause as Error).message}`, { cause })
    this.name = 'ConnectionLost'
  }
}
