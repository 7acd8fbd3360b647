// Calls the handler of an operation in one unit of work; a read-only operation runs in a read transaction.
import type { Context as KoaContext } from 'koa'
import type { Caller } from '../../../base/operation/operation.ts'
import { submittedWith } from '../../../base/net/own-api.ts'
import type { Actor } from '../../../base/store/actor.ts'
import type { RunHandler, AnyResponse, AnyHandler, ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { OperationTraits } from '../contract/traits.ts'
import { runSequentially } from '../large-bodies.ts'
import { RawRequestView } from '../raw-request.ts'
import { requestLog } from '../request-log.ts'
import { fetchRequestFiles } from './fetch-request-files.ts'
import { idempotent } from './idempotent.ts'
import { storeContents } from './store-contents.ts'

/** Responds to a request that was received and validated. */
export type OperationRunner = (request: ContractRequest) => Promise<AnyResponse>

/** For the operations of the API. Files that come with a request are stored before its unit of work. */
export function operationRunner(traits: OperationTraits, handler: AnyHandler, parts: ContractParts): OperationRunner {
  const { now } = parts
  // the type of a handler and the validated request come from one contract, so the cast is safe. `now` is the time of the unit
  // of work, not of the request: a body can take long to arrive
  const act: RunHandler = (tx, { caller, params: path, headers, query, json: { value: body }, faults, submitted }) =>
    handler({
      tx,
      caller,
      team_id: caller?.team_id,
      path,
      headers,
      now: now(),
      query,
      body,
      faults,
      submitted,
    } as never)
  const run = inUnit(traits, parts.database, idempotent(traits, handler.name, act))
  const [contents, fetchFiles] = [storeContents(traits, parts), fetchRequestFiles(traits, parts)]
  if (!contents && !fetchFiles) return run
  return async request => {
    request.submitted = contents && submittedWith(request.headers)
    const isStored = (request.json.contents ?? request.submitted) !== undefined
    try {
      if (isStored) await contents?.store(request)
      await fetchFiles?.(request)
      return await run(request)
    } catch (error) {
      // the sweep removes what cannot be released now
      if (isStored) await contents?.release(request).catch(() => {})
      throw error
    }
  }
}

/** For OAuth's own operations. External data for a request is fetched once, before its unit of work. */
export function rawOperationRunner(
  traits: OperationTraits,
  handler: AnyHandler,
  { database, prepare }: ContractParts,
): OperationRunner {
  const prepareRequest = prepare?.[traits.id]
  return request => {
    const { ctx, now, caller, params: path, headers, bytes = NOTHING } = request
    const raw = new RawRequestView(ctx, bytes)
    const run = (prepared: unknown): Promise<AnyResponse> => {
      const call = { caller, team_id: caller?.team_id, path, headers, now, raw, prepared }
      return inUnit(traits, database, tx => handler({ ...call, tx } as never))(request)
    }
    const prepared = prepareRequest?.(raw)
    return prepared instanceof Promise ? prepared.then(run) : run(prepared)
  }
}

const NOTHING = Buffer.alloc(0)

function inUnit({ writes }: OperationTraits, database: ContractParts['database'], act: RunHandler): OperationRunner {
  if (!writes) return request => database.read(tx => act(tx, request))
  const run = (request: ContractRequest): Promise<AnyResponse> =>
    database.unit(tx => {
      tx.actor = new CallerActor(request.ctx, request.caller)
      return act(tx, request)
    })
  return request => (request.json.large ? runSequentially(() => run(request)) : run(request))
}

/**
 * The caller as actor. Its properties are computed on access, because most units of work write nothing that contains
 * them.
 */
export class CallerActor implements Actor {
  readonly #ctx: KoaContext
  readonly #caller: Caller | undefined

  constructor(ctx: KoaContext, caller: Caller | undefined) {
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
