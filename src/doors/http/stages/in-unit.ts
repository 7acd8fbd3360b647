// One unit of work, in which the handler decides and writes. What only reads has no need of one.
import type { Context } from 'koa'
import type { Caller } from '../../../base/operation/operation.ts'
import type { Actor } from '../../../base/store/actor.ts'
import type { Tx } from '../../../base/store/database.ts'
import { inTurn } from '../large-bodies.ts'
import type { AnyAnswer, ContractParts } from '../parts.ts'
import { requestLog } from '../request-log.ts'
import type { Traits } from '../traits.ts'
import type { Identified } from './identify.ts'

/** What is done in the unit. */
export type Act<Request> = (tx: Tx, request: Request) => Promise<AnyAnswer>

export interface Acted extends Identified {
  answer: AnyAnswer
}

/** With `isLarge`, which requests are to be stored one at a time. */
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

/** Who calls; what is asked of it is looked up then, as most units do nothing that is written down with it. */
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
