// Runs the handler in one unit of work; an operation that only reads runs in a read transaction.
import type { Context } from 'koa'
import type { Caller } from '../../../base/operation/operation.ts'
import type { Actor } from '../../../base/store/actor.ts'
import type { Tx } from '../../../base/store/database.ts'
import { inTurn } from '../large-bodies.ts'
import type { AnyAnswer, ContractParts } from '../parts.ts'
import { requestLog } from '../request-log.ts'
import type { Traits } from '../traits.ts'
import type { Identified } from './identify.ts'

/** The handler, called within the unit of work. */
export type Act<Request> = (tx: Tx, request: Request) => Promise<AnyAnswer>

export interface Acted extends Identified {
  answer: AnyAnswer
}

/** Requests for which `isLarge` is true are stored one at a time. */
export function inUnit<Request extends Identified>(
  { writes }: Traits,
  database: ContractParts['database'],
  act: Act<Request>,
  isLarge: (request: Request) => boolean = () => false,
): (request: Request) => Promise<Acted> {
  const body = (tx: Tx, request: Request): Promise<AnyAnswer> => {
    tx.actor = new Calling(request)
    return act(tx, request)
  }
  const run = (request: Request): Promise<AnyAnswer> =>
    writes ? database.unit(tx => body(tx, request)) : database.read(tx => act(tx, request))
  return async request => {
    const { ctx, now, caller } = request
    const answer = await (isLarge(request) ? inTurn(() => run(request)) : run(request))
    return { ctx, now, caller, answer }
  }
}

/** The caller as actor. Its properties are computed on access, as most units of work write nothing that contains them. */
export class Calling implements Actor {
  readonly #ctx: Context
  readonly #caller: Caller | undefined

  constructor({ ctx, caller }: Identified) {
    this.#ctx = ctx
    this.#caller = caller
  }

  get kind(): Actor['kind'] {
    if (!this.#caller) return 'server'
    return this.#caller.kind === 'api_key' ? 'api_key' : 'client'
  }

  get id(): string | null {
    return this.kind === 'api_key' ? this.#caller!.id : null
  }

  get grant_id(): string | undefined {
    return this.kind === 'client' ? this.#caller!.id : undefined
  }

  get ip(): string {
    return this.#ctx.ip
  }

  get request_id(): string {
    return requestLog(this.#ctx).id
  }
}
