// Builds, at the start, the stages that the requests of an operation go through.
import type { ValidateFunction } from 'ajv'
import type { Context, Middleware } from 'koa'
import { answerError } from './errors.ts'
import type { Lookalikes } from './lookalikes.ts'
import type { AnyHandler, ContractParts } from './parts.ts'
import { Raw } from './raw-request.ts'
import { requestLog } from './request-log.ts'
import { admit, admitItems } from './stages/admit.ts'
import { answer } from './stages/answer.ts'
import { authorize } from './stages/authorize.ts'
import { challenging } from './stages/challenge.ts'
import { fetchNamedFiles } from './stages/fetch-named-files.ts'
import { idempotent } from './stages/idempotent.ts'
import { type Arrived, type Identified, identify } from './stages/identify.ts'
import { inOrder } from './stages/in-order.ts'
import { type Act, inUnit } from './stages/in-unit.ts'
import { type Parsed, parseBody } from './stages/parse-body.ts'
import { withUpload } from './stages/receive-upload.ts'
import { type Received, readBody } from './stages/read-body.ts'
import { storeContents } from './stages/store-contents.ts'
import { type Valid, validate } from './stages/validate.ts'
import type { Traits } from './traits.ts'

/** An operation with its handler and its checks. */
interface Bound {
  traits: Traits
  handler: AnyHandler
  /** Both are created at their first use. */
  validators: () => readonly ValidateFunction[]
  lookalikes: () => Lookalikes
}

type Stages = (arrived: Arrived) => Promise<void>

export function bind(bound: Bound, parts: ContractParts): Middleware {
  const { id, own_rules, headers, logged } = bound.traits
  const stages = own_rules ? ownStages(bound, parts) : apiStages(bound, parts)
  const { now, onAnswer } = parts
  return async ctx => {
    const log = requestLog(ctx)
    log.operation = id
    log.rules = logged
    try {
      for (const [name, value] of headers) ctx.res.setHeader(name, value)
      await stages({ ctx, now: now() })
    } catch (error) {
      answerError(ctx, error, own_rules ? 'oauth' : 'api')
    }
    if (!onAnswer) return
    const body = typeof ctx.body === 'string' ? JSON.parse(ctx.body) : ctx.body
    onAnswer(id, ctx.status, body, ctx.res.getHeaders())
  }
}

/** The stages of an operation that the contract's schemas check. */
function apiStages({ traits, handler, validators, lookalikes }: Bound, parts: ContractParts): Stages {
  const challenge = challenging(parts.resource_metadata_url)
  // the type of a handler and the checked request come from one contract, so the cast is safe. `now` is the time of the unit of
  // work, not of the request: a body can take long to arrive
  const act: Act<Valid> = (tx, { ctx: { params: path, headers }, caller, query, json: { value: body }, faults }) =>
    handler({
      tx,
      caller,
      team_id: caller?.team_id,
      path,
      headers,
      now: parts.now(),
      query,
      body,
      ...(faults && { faults }),
    } as never)
  const admitList = admitItems(traits, parts.hasRoomForMail)
  const judge = validate(traits, validators, lookalikes)
  const store = storeContents(traits, parts)
  const fetched = fetchNamedFiles(traits, parts)
  const keep = fetched && store ? async (given: Valid) => fetched(await store(given)) : store
  const act_in_unit = inUnit(traits, parts.database, idempotent(traits, handler.name, act), ({ json }) => json.large)
  if (traits.body?.upload) {
    const rest = inOrder(
      (given: Parsed) => judge(given),
      act_in_unit,
      answer(traits, parts.database, mayStill(traits, parts)),
    )
    return inOrder(
      identify(traits, parts.identify, challenge, parts.limit_rate),
      authorize(traits, challenge),
      admit(traits, parts.hasRoomForMail),
      withUpload(traits, parts, rest),
    )
  }
  // a stage that the operation does not need is left out
  return inOrder(
    identify(traits, parts.identify, challenge, parts.limit_rate),
    authorize(traits, challenge),
    admit(traits, parts.hasRoomForMail),
    readBody(traits),
    parseBody(traits),
    admitList ? given => judge(admitList(given)) : judge,
    keep ? async given => act_in_unit(await keep(given)) : act_in_unit,
    answer(traits, parts.database, mayStill(traits, parts)),
  )
}

interface Own extends Received {
  raw: Raw
  prepared: unknown
}

/** The stages of OAuth's own operations, which check and refuse requests by OAuth's rules. */
function ownStages({ traits, handler }: Bound, parts: ContractParts): Stages {
  const challenge = challenging(parts.resource_metadata_url)
  const read = readBody(traits)
  // created once per request, however often its unit of work is run again
  const prepare = parts.prepare?.[traits.id]
  const readRaw = async (given: Identified): Promise<Own> => {
    const received = await read(given)
    const raw = new Raw(received.ctx, received.bytes)
    return { ...received, raw, prepared: prepare && (await prepare(raw)) }
  }
  const act: Act<Own> = (tx, { ctx, caller, now, raw, prepared }) =>
    handler({
      tx,
      caller,
      team_id: caller?.team_id,
      path: ctx.params,
      headers: ctx.headers,
      now,
      raw,
      prepared,
    } as never)
  return inOrder(
    identify(traits, parts.identify, challenge),
    authorize(traits, challenge),
    readRaw,
    inUnit(traits, parts.database, act),
    answer(traits, parts.database, mayStill(traits, parts)),
  )
}

/** For a streamed answer: makes a function that checks whether its caller would still be let in. */
function mayStill(traits: Traits, { identify: ask, now }: ContractParts): (ctx: Context) => Promise<boolean> {
  // the proof of the request was used when it came
  const known = identify(
    traits,
    (authorization, at) => ask(authorization, at, 'proven'),
    () => {},
  )
  const allowed = authorize(traits, () => {})
  return async ctx => {
    try {
      allowed(await known({ ctx, now: now() }))
      return true
    } catch {
      return false
    }
  }
}
