// One unit of work, in which the handler decides and writes. What only reads has no need of one.
import type { Tx } from '../../../base/store/database.ts'
import { inTurn } from '../large-bodies.ts'
import type { AnyAnswer, ContractParts } from '../parts.ts'
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
  const run = (request: Request): Promise<AnyAnswer> => {
    const body = (tx: Tx): Promise<AnyAnswer> => act(tx, request)
    return writes ? database.unit(body) : database.read(body)
  }
  return async request => {
    const { ctx, now, caller } = request
    const answer = await (isLarge(request) ? inTurn(() => run(request)) : run(request))
    return { ctx, now, caller, answer }
  }
}
