// A request with an Idempotency-Key takes effect once. Its answer is stored in the unit that makes it.
import { actOnce, checkedKey, type StoredAnswer } from '../../../identity/idempotency/actions.ts'
import { jsonHash } from '../../../base/text/json.ts'
import type { AnyAnswer } from '../parts.ts'
import type { Traits } from '../traits.ts'
import type { Act } from './in-unit.ts'
import type { Valid } from './validate.ts'

/** `operation` is what the key is good for: aliases of an operation have one name. */
export function idempotent({ idempotent }: Traits, operation: string, act: Act<Valid>): Act<Valid> {
  if (!idempotent) return act
  return (tx, request) => {
    const { ctx, caller, json, now } = request
    const key = ctx.headers['idempotency-key']
    if (typeof key !== 'string' || !caller) return act(tx, request)
    const { team_id } = caller
    const body_hash = json.hash ?? jsonHash(json.value)
    return actOnce({ tx, team_id, now, operation, key: checkedKey(key), body_hash }, async () =>
      storable(await act(tx, request)),
    )
  }
}

function storable(answer: AnyAnswer): StoredAnswer {
  if ('afterCommit' in answer) throw new Error('What is made after the commit cannot be stored in the unit')
  return answer
}
