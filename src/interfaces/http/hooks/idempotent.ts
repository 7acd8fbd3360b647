// Ensures that a request with an Idempotency-Key takes effect once. Its response is stored in the unit of work that
// creates it.
import { runOnce, checkIdempotencyKey, type StoredAnswer } from '../../../identity/idempotency/actions.ts'
import { jsonHash } from '../../../base/text/json.ts'
import type { RunHandler, AnyResponse } from '../contract/parts.ts'
import type { OperationTraits } from '../contract/traits.ts'
import type { JsonBody } from '../json-body.ts'

/** `operation`: the name that a key is valid for, shared by aliases of an operation. */
export function idempotent({ idempotent }: OperationTraits, operation: string, act: RunHandler): RunHandler {
  if (!idempotent) return act
  return (tx, request) => {
    const { caller, json, now, params, headers } = request
    const key = headers['idempotency-key']
    if (key === undefined || !caller) return act(tx, request)
    const { team_id } = caller
    const body_hash = requestHash(params, json)
    return runOnce({ tx, team_id, now, operation, key: checkIdempotencyKey(key), body_hash }, async () =>
      storable(await act(tx, request)),
    )
  }
}

/** Hash of body and path, so that a key used for one email is not accepted for another. */
function requestHash(path: Record<string, string>, { hash, value = {} }: JsonBody): string {
  const body_hash = hash ?? jsonHash(value)
  return Object.keys(path).length === 0 ? body_hash : jsonHash([path, body_hash])
}

function storable(answer: AnyResponse): StoredAnswer {
  if ('afterCommit' in answer) throw new Error('An object created after the commit cannot be stored in the unit')
  return answer
}
