// Writes the response. If the body is created after the commit, waits for it first.
import type { Context } from 'koa'
import type { Committed } from '../../../base/operation/operation.ts'
import { unitsBy } from '../../../base/store/acting.ts'
import type { AnyAnswer, ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { Traits } from '../contract/traits.ts'
import { answerJson } from '../json-answer.ts'
import { inTurn, roomToAnswer } from '../large-bodies.ts'
import { inEvents, inPieces, isInPieces } from '../pieces.ts'
import { Calling } from './act.ts'

type Stored = ContractParts['database']

/** Whether the caller would still be authorized. */
export type MayStill = (ctx: Context) => Promise<boolean>

/** Returns a promise only if the body is created after the commit. */
export type WriteAnswer = (answer: AnyAnswer, request: ContractRequest, ctx: Context) => Promise<void> | undefined

export function answering({ gives }: Traits, database: Stored, mayStill: MayStill): WriteAnswer {
  const goingOut = gives === 'text/event-stream' ? inEvents : inPieces
  return (given, { caller }, ctx) => {
    const team_id = caller?.team_id
    if (!('afterCommit' in given)) {
      write(ctx, given, given.body, { team_id, goingOut })
      return undefined
    }
    const unit = unitsBy(database, new Calling(ctx, caller))
    const made = given.afterCommit({ ...committed(database, ctx, { team_id, mayStill }), unit })
    return made.then(body => write(ctx, given, body, { team_id, goingOut }))
  }
}

function committed(
  database: Stored,
  ctx: Context,
  { team_id, mayStill }: { team_id: string | undefined; mayStill: MayStill },
): Omit<Committed, 'unit'> {
  const { res: response } = ctx
  return {
    read: body => database.read(body),
    readSnapshot: body => database.readSnapshot(body),
    // one at a time, with other requests in between
    readLarge: async (bytes, body) => {
      await roomToAnswer(bytes, { response, team_id })
      return inTurn(() => database.read(body))
    },
    mayStill: () => mayStill(ctx),
    whenGone: tell => void (response.closed ? tell() : response.once('close', tell)),
  }
}

interface GoesOut {
  team_id: string | undefined
  goingOut: typeof inPieces
}

function write(ctx: Context, { status, headers }: AnyAnswer, body: unknown, { team_id, goingOut }: GoesOut): void {
  // set before the status, because Koa changes the status to 204 for an empty body
  if (body === undefined) ctx.body = null
  else if (isInPieces(body)) ctx.body = goingOut(body, { response: ctx.res, team_id })
  else answerJson(ctx, body)
  ctx.status = status
  if (headers) ctx.set(headers)
}
