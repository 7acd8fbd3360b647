// The refusals that follow from the contract: a request for each documented error of every operation.
import type { Json } from '../openapi.ts'
import type { Contract, Operation } from './contract.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { NOBODY, type Step } from './plan/step.ts'
import type { Schemas } from './schemas.ts'

/** Above the limits of 1 MB, 13 MB for sending and 64 kB for OAuth endpoints. */
const OVERSIZE_BYTES = { api: 1_200_000, sending: 15_000_000, oauth: 70_000 }

/** At least one of these is invalid for every field or parameter, unless it accepts everything. */
const WRONG_VALUES = [{ verify: 1 }, ['verify', 7], 7, true, 'verify', '']
const WRONG_TEXTS = ['verify', '0', '-1']

/** Refusals that are derived from a valid request of the operation. */
export function refusalsOf(operation: Operation, good: Step, contract: Contract, schemas: Schemas): Step[] {
  const { responses, own_rules } = operation
  const documented = (status: number): boolean => responses.has(status)
  const all = [
    ...credentials(operation, good),
    ...headers(operation, good),
    ...bodies(operation, good),
    ...paths(operation, good),
    ...(own_rules
      ? []
      : [...queries(operation, good, schemas), ...fields(operation, good, contract.document, schemas)]),
  ]
  return all.filter(({ status }) => documented(status!))
}

function variant(good: Step, title: string, status: number, change: Partial<Step>): Step {
  const { operation, path, query, headers, body, form, upload, needs, as } = good
  const same = { operation, ...rest({ path, query, headers, body, form, upload, needs, as }) }
  return { ...same, title, status, ...change }
}

/** Removes undefined fields, because an optional field must not be `undefined`. */
function rest<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function credentials({ scopes, any_key, own_rules }: Operation, good: Step): Step[] {
  if (!scopes || own_rules) return []
  const bearer = (token: string): Partial<Step> => ({ headers: { ...good.headers, Authorization: `Bearer ${token}` } })
  return [
    variant(good, 'no key', 401, { as: 'none', expect: { name: 'missing_api_key' } }),
    variant(good, 'an unknown key', 401, { ...bearer('re_((secret))'), expect: { name: 'invalid_api_key' } }),
    ...(any_key || scopes.includes('emails:send')
      ? []
      : [
          variant(good, 'a sending-only key', 401, {
            ...bearer('((sending key.token))'),
            expect: { name: 'restricted_api_key' },
          }),
        ]),
  ]
}

function headers({ body }: Operation, good: Step): Step[] {
  const with_ = (name: string, value: string): Partial<Step> => ({ headers: { ...good.headers, [name]: value } })
  return [
    variant(good, 'an Accept header for images only', 406, with_('Accept', 'image/png')),
    ...(body
      ? [
          variant(good, 'a body with another content type', 415, {
            ...with_('Content-Type', 'text/plain'),
            raw_body: 'verify',
          }),
        ]
      : []),
  ]
}

function bodies(operation: Operation, good: Step): Step[] {
  if (!operation.body && !good.form) return []
  const { api, sending, oauth } = OVERSIZE_BYTES
  const oversize_bytes = operation.own_rules ? oauth : operation.takes_mail ? sending : api
  return [
    ...(operation.body ? [variant(good, 'malformed JSON', 400, { raw_body: '{"verify":' })] : []),
    variant(good, `a body of ${oversize_bytes} bytes`, 413, { oversize_bytes }),
  ]
}

/**
 * Operations that treat an unknown object like a known one: a contact outside an audience is not in it afterwards,
 * either.
 */
const ANSWERED: Record<string, string> = { removeAudienceContact: 'contact_id' }

function paths({ id, parameters }: Operation, good: Step): Step[] {
  return parameters
    .filter(each => each.in === 'path')
    .flatMap(({ name }) => {
      const at = (value: string): Partial<Step> => ({ path: { ...good.path, [name]: value } })
      return [
        variant(good, `unknown ${name}`, ANSWERED[id] === name ? 200 : 404, at(NOBODY)),
        variant(good, `a malformed percent escape in ${name}`, 400, at('%zz')),
        variant(good, `a NUL in ${name}`, 422, at('\0')),
      ]
    })
}

function queries({ parameters }: Operation, good: Step, schemas: Schemas): Step[] {
  // an unknown object returns 404, regardless of other errors
  if (good.unreachable) return []
  const judged = parameters.filter(each => each.in !== 'header')
  return judged.flatMap(({ name, schema, in: place }) => {
    const wrong = WRONG_TEXTS.find(text => schemas.faults(schema, read(text, schema)).length > 0)
    if (wrong === undefined) return []
    const key = place === 'path' ? 'path' : 'query'
    return [variant(good, `${name}=${wrong}`, 422, { [key]: { ...good[key], [name]: wrong } })]
  })
}

function read(text: string, schema: Json): unknown {
  return schema.type === 'integer' || schema.type === 'number' ? Number(text) : text
}

function fields({ body }: Operation, good: Step, document: Json, schemas: Schemas): Step[] {
  if (!body || typeof good.body !== 'object' || good.body === null || Array.isArray(good.body)) return []
  const { required, properties }: Fields = fieldsOf(document, body)
  const with_ = (name: string, value: unknown): Partial<Step> => ({ body: { ...(good.body as object), [name]: value } })
  return [
    ...required.map(name => variant(good, `without ${name}`, 422, with_(name, undefined))),
    ...Object.entries(properties).flatMap(([name, choices]) => {
      const wrong = WRONG_VALUES.find(value => choices.every(schema => schemas.faults(schema, value).length > 0))
      if (wrong === undefined) return []
      return [variant(good, `${name}: ${JSON.stringify(wrong)}`, 422, with_(name, wrong))]
    }),
  ]
}

/** One request per path, with a method that it does not support. */
export function otherMethods(operations: readonly Operation[]): Step[] {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  return [...byPath.values()].flatMap(alike => {
    const method = ['PUT', 'PATCH', 'DELETE', 'POST'].find(each => !alike.some(({ method }) => method === each))
    const [{ id, parameters }] = alike as [Operation]
    const path = Object.fromEntries(parameters.filter(each => each.in === 'path').map(({ name }) => [name, NOBODY]))
    return method ? [{ operation: id, title: `${method} at its path`, method, path, status: 405 }] : []
  })
}
