// Runs the cases in sequence, checks each response, and finally deletes the created objects, regardless of errors.
import { setTimeout as pause } from 'node:timers/promises'
import { faultsOfAnswer, faultsOfOtherMethod } from './answers.ts'
import { type Case, type Choice, casesOf, isChosen } from './cases.ts'
import { type Answer, type Request, send } from './client.ts'
import { type Contract, successStatus } from './contract.ts'
import { KnownValues, at } from './known.ts'
import { CreatedObjects } from './made.ts'
import { planOf, removalsOf } from './plan/derived.ts'
import { ENDINGS, STEPS, UNPROVOKED } from './plan/plan.ts'
import { type Step, needsOf } from './plan/step.ts'
import { requestOf } from './request.ts'
import type { Schemas } from './schemas.ts'

/** The time limit for asynchronous effects of a request. */
const LATER_MS = 20_000
const POLL_MS = 200
/** Waits for the rate limit of a deployment. */
const RATE_LIMITED_MAX = 20
const RATE_LIMITED_S_MAX = 60

export interface Options {
  base_url: string
  api_key: string
  /** Sender and recipient of the emails. */
  from: string
  to: string
  choice: Choice
  /** Ends the run after the current request; created objects are still deleted. */
  signal: AbortSignal
  onOutcome?: (outcome: Outcome) => void
}

export interface Outcome {
  operation: string
  tag: string
  title: string
  preparation: boolean
  faults: string[]
  /** Why it was not tested. */
  skipped?: string
  ms: number
}

export interface Unprovoked {
  operation: string
  tag: string
  status: number
  reason: string | undefined
}

export interface Result {
  outcomes: Outcome[]
  unprovoked: Unprovoked[]
  /** Objects that could not be deleted. */
  left: string[]
  /** Objects that the API cannot delete. */
  remaining: string[]
  interrupted: boolean
}

interface Running extends Options {
  contract: Contract
  schemas: Schemas
  known: KnownValues
  made: CreatedObjects
}

export async function verify(options: Options, contract: Contract): Promise<Result> {
  const { from, to, choice, signal, onOutcome } = options
  const cases = casesOf(planOf(contract, STEPS, ENDINGS), contract, contract.requests, choice)
  const made = new CreatedObjects(removalsOf(contract))
  const running = { ...options, contract, schemas: contract.answers, known: new KnownValues({ from, to }), made }
  const outcomes: Outcome[] = []
  for (const each of cases) {
    if (signal.aborted) break
    const outcome = await outcomeOf(each, running)
    outcomes.push(outcome)
    onOutcome?.(outcome)
  }
  return {
    outcomes,
    unprovoked: unprovoked(contract, cases, choice),
    left: await removeAll(running),
    remaining: running.made.remaining(),
    interrupted: signal.aborted,
  }
}

async function outcomeOf(each: Case, running: Running): Promise<Outcome> {
  const { operation, step, title, preparation } = each
  const began = performance.now()
  const outcome = { operation: operation.id, tag: operation.tag, title, preparation, faults: [] as string[], ms: 0 }
  if (step.unreachable) return { ...outcome, skipped: step.unreachable }
  const missing = needsOf(step).filter(name => !running.known.has(name))
  if (missing.length > 0) return { ...outcome, skipped: `requires a failed step: ${missing.join(', ')}` }
  try {
    outcome.faults = await faultsOf(each, running)
  } catch (error) {
    outcome.faults = [`no response: ${reason(error)}`]
  }
  return { ...outcome, ms: performance.now() - began }
}

function reason(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message || cause.name})` : message
}

async function faultsOf({ operation, step }: Case, running: Running): Promise<string[]> {
  const { contract, schemas, known, made } = running
  const wanted = step.status ?? successStatus(operation)
  const filled = known.filled(step)
  const answer = await askUntil(filled, requestOf(operation, filled, running.api_key), wanted, running)
  if (answer.status < 300) made.add(operation.id, filled.path ?? {}, answer.body)
  if (wanted === 405) {
    const alike = [...contract.operations.values()].filter(({ path }) => path === operation.path)
    return faultsOfOtherMethod(answer, alike)
  }
  const faults = [...faultsOfAnswer(operation, wanted, answer, schemas), ...unexpected(filled, answer)]
  if (step.leaves !== undefined && answer.status === wanted) known.keep(step.leaves, answer.body)
  return faults
}

/** Repeats the request until the expected effect is present, or the time limit is reached. */
async function askUntil(step: Step, request: Request, wanted: number, running: Running): Promise<Answer> {
  const end = performance.now() + LATER_MS
  for (;;) {
    const answer = await ask(request, wanted, running)
    const there = step.until === undefined || at(answer.body, step.until) !== undefined
    if (there || answer.status !== wanted || performance.now() > end || running.signal.aborted) return answer
    await pause(POLL_MS)
  }
}

async function ask(request: Request, wanted: number, { base_url, signal }: Running): Promise<Answer> {
  for (let count = 1; ; count++) {
    const answer = await send(base_url, request)
    if (answer.status !== 429 || wanted === 429 || count > RATE_LIMITED_MAX) return answer
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    if (!(seconds <= RATE_LIMITED_S_MAX)) return answer
    await pause(seconds * 1000, undefined, { signal }).catch(() => {})
    if (signal.aborted) return answer
  }
}

function unexpected({ expect = {}, until }: Step, { body, status }: Answer): string[] {
  const faults = Object.entries(expect).flatMap(([place, value]) => {
    const found = at(body, place)
    return found === value ? [] : [`${status}: ${place} must be ${JSON.stringify(value)}, not ${JSON.stringify(found)}`]
  })
  const late = until !== undefined && at(body, until) === undefined
  return late ? [...faults, `${status}: ${until} was missing after ${LATER_MS / 1000} seconds`] : faults
}

/** Every documented response that no case tests, with the reason. */
function unprovoked(contract: Contract, cases: readonly Case[], choice: Choice): Unprovoked[] {
  const asked = new Set(
    cases.map(({ operation, step }) => `${operation.id} ${step.status ?? successStatus(operation)}`),
  )
  return [...contract.operations.values()]
    .filter(operation => isChosen(operation, choice))
    .flatMap(({ id, tag, responses }) =>
      [...responses.keys()]
        .filter(status => !asked.has(`${id} ${status}`))
        .map(status => ({ operation: id, tag, status, reason: UNPROVOKED[status] })),
    )
}

/** Returns what could not be deleted. Does not stop at the first error. */
async function removeAll(running: Running): Promise<string[]> {
  const { made, contract, api_key, base_url } = running
  const left: string[] = []
  for (const { by, path } of made.left()) {
    const request = requestOf(contract.operations.get(by)!, { operation: by, path }, api_key)
    const what = `${request.method} ${request.path}`
    try {
      // an interrupted run must still delete its objects
      const { status } = await ask(request, 200, { ...running, base_url, signal: new AbortController().signal })
      if (status >= 300 && status !== 404) left.push(`${what}: answered ${status}`)
    } catch (error) {
      left.push(`${what}: ${reason(error)}`)
    }
  }
  return left
}
