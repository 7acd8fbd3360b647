// The answer, with what could only be done after the commit.
import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { Committed } from '../../../base/operation/operation.ts'
import { unitsBy } from '../../../base/store/acting.ts'
import { answerJson } from '../json-answer.ts'
import { inTurn, roomToAnswer } from '../large-bodies.ts'
import { inPieces, isInPieces } from '../pieces.ts'
import type { AnyAnswer, ContractParts } from '../parts.ts'
import { type Acted, Calling } from './in-unit.ts'

type Stored = ContractParts['database']

export function answer(database: Stored): (acted: Acted) => void | Promise<void> {
  return acted => {
    const { ctx, caller, answer: given } = acted
    const team_id = caller?.team_id
    if (!('afterCommit' in given)) return write(ctx, given, given.body, team_id)
    const units = unitsBy(database, new Calling(acted))
    const made = given.afterCommit({ ...committed(database, ctx.res, team_id), unit: units })
    return made.then(body => write(ctx, given, body, team_id))
  }
}

function committed(database: Stored, response: ServerResponse, team_id: string | undefined): Omit<Committed, 'unit'> {
  return {
    read: body => database.read(body),
    readSnapshot: body => database.readSnapshot(body),
    // one at a time, with others in between
    readLarge: async (bytes, body) => {
      await roomToAnswer(bytes, { response, team_id })
      return inTurn(() => database.read(body))
    },
  }
}

function write(ctx: Context, { status, headers }: AnyAnswer, body: unknown, team_id: string | undefined): void {
  // before the status, for Koa takes no body to mean 204
  if (body === undefined) ctx.body = null
  else if (isInPieces(body)) ctx.body = inPieces(body, { response: ctx.res, team_id })
  else answerJson(ctx, body)
  ctx.status = status
  if (headers) ctx.set(headers)
}
