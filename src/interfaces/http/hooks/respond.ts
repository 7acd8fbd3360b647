// Writes the response. If the body is created after the commit, waits for it first.
import type { Context } from 'koa'
import type { CommittedDatabase } from '../../../base/operation/operation.ts'
import { unitAs } from '../../../base/store/set-actor.ts'
import type { AnyResponse, ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { OperationTraits } from '../contract/traits.ts'
import { sendJson } from '../json-response.ts'
import { runSequentially, reserveRoomToRespond } from '../large-bodies.ts'
import { streamEvents, streamPieces, isStreamed } from '../pieces.ts'
import { CallerActor } from './act.ts'

type StoredResponse = ContractParts['database']

/** Whether the caller would still be authorized. */
export type IsStillAuthorized = (ctx: Context) => Promise<boolean>

/** Returns a promise only if the body is created after the commit. */
export type WriteResponse = (answer: AnyResponse, request: ContractRequest, ctx: Context) => Promise<void> | undefined

export function responseWriter(
  { gives }: OperationTraits,
  database: StoredResponse,
  mayStill: IsStillAuthorized,
): WriteResponse {
  const goingOut = gives === 'text/event-stream' ? streamEvents : streamPieces
  return (given, { caller }, ctx) => {
    const team_id = caller?.team_id
    if (!('afterCommit' in given)) {
      write(ctx, given, given.body, { team_id, goingOut })
      return undefined
    }
    const unit = unitAs(database, new CallerActor(ctx, caller))
    const made = given.afterCommit({ ...committed(database, ctx, { team_id, mayStill }), unit })
    return made.then(body => write(ctx, given, body, { team_id, goingOut }))
  }
}

function committed(
  database: StoredResponse,
  ctx: Context,
  { team_id, mayStill }: { team_id: string | undefined; mayStill: IsStillAuthorized },
): Omit<CommittedDatabase, 'unit'> {
  const { res: response } = ctx
  return {
    read: body => database.read(body),
    readSnapshot: body => database.readSnapshot(body),
    // one at a time, with other requests in between
    readLarge: async (bytes, body) => {
      await reserveRoomToRespond(bytes, { response, team_id })
      return runSequentially(() => database.read(body))
    },
    isStillAuthorized: () => mayStill(ctx),
    whenGone: tell => void (response.closed ? tell() : response.once('close', tell)),
  }
}

interface OutgoingCount {
  team_id: string | undefined
  goingOut: typeof streamPieces
}

function write(
  ctx: Context,
  { status, headers }: AnyResponse,
  body: unknown,
  { team_id, goingOut }: OutgoingCount,
): void {
  // set before the status, because Koa changes the status to 204 for an empty body
  if (body === undefined) ctx.body = null
  else if (isStreamed(body)) ctx.body = goingOut(body, { response: ctx.res, team_id })
  else sendJson(ctx, body)
  ctx.status = status
  if (headers) ctx.set(headers)
}
