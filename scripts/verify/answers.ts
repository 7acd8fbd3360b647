// Checks whether a response is declared in the contract: its status, headers, content type and every field of its body.
import type { Answer } from './client.ts'
import type { Operation } from './contract.ts'
import type { Schemas } from './schemas.ts'

/** The problems of a response that should have this status; empty if all is correct. */
export function faultsOfAnswer(operation: Operation, wanted: number, answer: Answer, schemas: Schemas): string[] {
  const { status } = answer
  const faults = status === wanted ? [] : [`returned ${status} instead of ${wanted}${said(answer)}`]
  const declared = operation.responses.get(status)
  if (!declared) return [...faults, `${status} is not a documented response`]
  const within = [...headerFaults(declared.headers ?? {}, answer), ...bodyFaults(declared.content, answer, schemas)]
  return [...faults, ...within.map(fault => `${status}: ${fault}`)]
}

/** The message of the server helps to find the reason. */
function said({ body }: Answer): string {
  const words = (body as { message?: unknown; error_description?: unknown } | undefined) ?? {}
  const text = words.message ?? words.error_description
  return typeof text === 'string' ? ` (${text.slice(0, 200)})` : ''
}

interface DeclaredHeader {
  required?: boolean
  schema?: { enum?: unknown[]; const?: unknown }
}

function headerFaults(declared: Record<string, DeclaredHeader>, { headers }: Answer): string[] {
  return Object.entries(declared).flatMap(([name, { required, schema }]) => {
    const value = headers.get(name)
    if (value === null) return required ? [`the header ${name} is missing`] : []
    const values = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const])
    if (!values || values.map(String).includes(value)) return []
    return [`the header ${name} must be ${values.join(' or ')}, not ${value}`]
  })
}

type Content = Record<string, { schema?: unknown }> | undefined

function bodyFaults(content: Content, answer: Answer, schemas: Schemas): string[] {
  const { content_type, body, text } = answer
  if (!content) return text === '' ? [] : ['the body must be empty']
  const declared = content[content_type]
  if (!declared)
    return [`the content type is ${content_type || 'missing'} instead of ${Object.keys(content).join(', ')}`]
  const given = content_type.endsWith('json') ? body : text
  if (given === undefined) return ['the body is not JSON']
  return declared.schema === undefined ? [] : schemas.faults(declared.schema, given)
}

/** A method that a path does not support: the response lists the supported ones (RFC 9110 15.5.6). */
export function faultsOfOtherMethod({ status, headers }: Answer, alike: readonly Operation[]): string[] {
  if (status !== 405) return [`returned ${status} instead of 405`]
  const allowed = (headers.get('allow') ?? '').split(',').map(each => each.trim())
  const missing = alike.filter(({ method }) => !allowed.includes(method))
  return missing.map(({ method }) => `405: the header Allow does not contain ${method}`)
}
