// Sends a request to a server of the team. Later steps refer to the response as `steps.<key>`.
import { hostOf, isAddress, isLocalName, isPublicAddress, urlFault } from '../../../base/text/destination.ts'
import { isLongerThan } from '../../../base/text/length.ts'
import { safeName } from '../../../base/text/secrets.ts'
import { durationFault, durationMs } from './config/duration.ts'
import { missingValue } from '../effects/effect.ts'
import type { HttpErrand } from '../effects/errand.ts'
import type { ConfigOf, StepOf } from '../graph/graph.ts'
import type { StepError } from '../engine/run.ts'
import {
  isReference,
  referenceFault,
  type ReferenceNames,
  type ReferenceRoot,
  type ValueSources,
  resolveReference,
} from './config/variables.ts'
import { stepFault, pickFields, pickReferences, referenceFaults } from './parts.ts'
import type { StepFault, StepType } from './step-type.ts'

type Config = ConfigOf<'http_request'>

export const httpRequestStep: StepType<'http_request'> = {
  title: 'HTTP request',
  // the path is omitted: it can be a secret, and readers of the diagram do not need it
  summary: ({ method, url }) => `${method} ${hostIn(url)}`,
  config: sent => {
    const config = pickFields(sent, ['method', 'url', 'headers', 'body', 'timeout'])
    return config.headers ? { ...config, headers: pickReferences(config.headers) } : config
  },
  faults: (config, names) => [
    ...stepFault('url', urlFaultOf(config.url)),
    ...placeholdersIn(config.url).flatMap(text => stepFault('variable', referenceFault(text, ROOTS, names))),
    ...headerFaults(config.headers ?? {}, names),
    ...referenceFaults(referencesIn(config.body), ROOTS, names),
    ...stepFault('duration', limitFault(config.timeout)),
  ],
  warnings: doubts,
  advance: (step, { sources }) => {
    const errand = errandOf(step, sources)
    if ('name' in errand) return { is: 'failed', error: errand }
    return { is: 'acting', effect: { kind: 'errand', step_key: step.key, errand } }
  },
  hasResponse: true,
}

const ROOTS: readonly ReferenceRoot[] = ['event', 'contact', 'wait_events', 'steps']

// ---- the URL ------------------------------------------------------------------------------------------------------

const PLACEHOLDER = /\{\{\{([^{}]*)\}\}\}/g
/** Replaces placeholders to check the rest of a URL. */
const ANY_VALUE = 'x'

function placeholdersIn(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, text]) => text!.trim())
}

const withoutValues = (url: string): string => url.replaceAll(PLACEHOLDER, ANY_VALUE)

function hostIn(url: string): string {
  const parsed = URL.parse(withoutValues(url))
  return parsed ? hostOf(parsed) : ''
}

function urlFaultOf(url: string): string | undefined {
  // otherwise the sender of the event could choose the server that receives the headers with their secrets
  if (/^[^/]*\/\/[^/?#]*[{}]/.test(url)) return 'the host of the URL must not contain placeholders'
  const plain = withoutValues(url)
  if (/[{}]{2}/.test(plain)) return 'a placeholder in the URL must be written as {{{event.plan}}}'
  const wrong = urlFault(plain) ?? (isLongerThan(url, 2000) ? 'must have at most 2000 characters' : undefined)
  return wrong && `the URL ${wrong}`
}

function doubts({ method, url, body }: Config): StepFault[] {
  // RFC 9110 9.3.1: content of a GET request has no defined meaning
  const message = 'most servers do not read the body of a GET request'
  return [...(method === 'GET' && body ? [{ rule: 'body', message }] : []), ...privateDoubts(hostIn(url))]
}

function privateDoubts(host: string): StepFault[] {
  if (!isLocalName(host) && (!isAddress(host) || isPublicAddress(host))) return []
  const message = `"${host}" is in a private network or on the server itself, which requires the permission of the operator`
  return [{ rule: 'private_destination', message }]
}

// ---- headers and limits -------------------------------------------------------------------------------------------

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/
const TEXT = /^[\t\x20-\x7e]*$/
const TEXT_CHARACTERS_MAX = 2000
/** Header fields that frame the message, belong to the connection (RFC 9110 7.6.1) or are set by this server. */
const RESERVED = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'proxy-authenticate',
  'proxy-authorization',
  'host',
  'content-length',
  'expect',
  'accept-encoding',
  'idempotency-key',
])

function headerFaults(headers: NonNullable<Config['headers']>, names: ReferenceNames): StepFault[] {
  const given = Object.entries(headers)
  const lower = given.map(([name]) => name.toLowerCase())
  return [
    ...given.flatMap(([name, value], index) =>
      stepFault('header', headerNameFault(name, index, lower) ?? headerTextFault(name, value)),
    ),
    ...referenceFaults(Object.values(headers), ROOTS, names),
  ]
}

/** `index`: among the lowercase names `all`. An invalid name is not repeated, because it can be a value. */
function headerNameFault(name: string, index: number, all: readonly string[]): string | undefined {
  if (!TOKEN.test(name)) return `the name of header ${index + 1} is invalid; use letters, digits and hyphens`
  if (RESERVED.has(name.toLowerCase())) return `the header ${name} is set by the server`
  return all.indexOf(all[index]!) < index ? `the header ${safeName(name)} is set twice` : undefined
}

function headerTextFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || (TEXT.test(value) && value.length <= TEXT_CHARACTERS_MAX)) return undefined
  return `the header ${safeName(name)} must be printable ASCII on one line, at most ${TEXT_CHARACTERS_MAX} characters`
}

const LIMIT_MS_MAX = 30_000
const LIMIT_MS = 10_000

function limitFault(timeout: string | undefined): string | undefined {
  if (timeout === undefined) return undefined
  return (
    durationFault(timeout) ??
    (durationMs(timeout)! > LIMIT_MS_MAX ? `"${timeout}" is longer than 30 seconds` : undefined)
  )
}

// ---- the request --------------------------------------------------------------------------------------------------

const BODY_BYTES_MAX = 100_000

/** An error that ends the step before anything is sent. */
class UnsendableRequest extends Error {
  readonly error: StepError
  constructor(error: StepError) {
    super(error.message)
    this.error = error
  }
}

const invalid = (message: string): UnsendableRequest => new UnsendableRequest({ name: 'validation_error', message })

function errandOf(step: StepOf<'http_request'>, sources: ValueSources): HttpErrand | StepError {
  try {
    return filled(step, sources)
  } catch (thrown) {
    if (thrown instanceof UnsendableRequest) return thrown.error
    throw thrown
  }
}

function filled({ config }: StepOf<'http_request'>, sources: ValueSources): HttpErrand {
  const { method, url, headers = {}, body, timeout } = config
  const text = body && JSON.stringify(filledBody(body, sources))
  const bytes = text === undefined ? 0 : Buffer.byteLength(text)
  if (bytes > BODY_BYTES_MAX) throw invalid(`the body has ${bytes} bytes; at most ${BODY_BYTES_MAX} are sent`)
  return {
    kind: 'http_request',
    destination: hostIn(url),
    method,
    url: filledUrl(url, sources),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, filledHeader(name, value, sources)]),
    ),
    secrets: secretsIn(headers),
    body: text ?? null,
    limit_ms: timeout === undefined ? LIMIT_MS : durationMs(timeout)!,
  }
}

/** Headers whose values are not secret. */
const PUBLIC = new Set(['accept', 'accept-charset', 'accept-language', 'cache-control', 'content-type', 'user-agent'])
/** The word before credentials (RFC 9110 11.4). */
const SCHEME = /^[A-Za-z][\w-]* +(?=\S)/
/** A shorter value would also occur in other texts. */
const SECRET_LENGTH_MIN = 6

/** The values in headers that a response must not repeat, each also without the scheme of an authorization. */
function secretsIn(headers: NonNullable<Config['headers']>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    typeof value !== 'string' || PUBLIC.has(name.toLowerCase()) ? [] : [value.trim(), value.trim().replace(SCHEME, '')],
  )
  const secrets = [...new Set(values)].filter(({ length }) => length >= SECRET_LENGTH_MIN)
  // longer ones first, because one can contain another
  return secrets.toSorted((one, other) => other.length - one.length)
}

function resolvedText(reference: string, sources: ValueSources): unknown {
  const value = resolveReference(reference, sources)
  if (value === undefined) throw new UnsendableRequest(missingValue(reference))
  return value
}

/** The value of a reference where only text is allowed. */
function foundText(reference: string, sources: ValueSources): string {
  const value = resolvedText(reference, sources)
  if (value === null) throw new UnsendableRequest(missingValue(reference))
  if (typeof value === 'object') throw invalid(`"${reference}" is a list or an object, and stands where a text has to`)
  return String(value)
}

function filledUrl(url: string, sources: ValueSources): string {
  const full = url.replaceAll(PLACEHOLDER, (_, text: string) => encodeURIComponent(foundText(text.trim(), sources)))
  const wrong = urlFault(full)
  if (wrong !== undefined) throw invalid(`the URL ${wrong}`)
  // an empty value, "." or ".." would change the path that the author wrote
  const partsOf = (text: string): number => new URL(text).pathname.split('/').filter(part => part !== '').length
  if (partsOf(full) !== partsOf(withoutValues(url)))
    throw invalid('a value in the path of the URL is empty, "." or ".."')
  return full
}

function filledHeader(name: string, value: unknown, sources: ValueSources): string {
  const text = isReference(value) ? foundText(value.var, sources) : String(value)
  const wrong = headerTextFault(name, text)
  if (wrong !== undefined) throw invalid(wrong)
  return text
}

/** Fills in references. The recursion is safe, because the depth of a body is limited when it is read. */
function filledBody(value: unknown, sources: ValueSources): unknown {
  if (isReference(value)) return resolvedText(value.var, sources)
  if (Array.isArray(value)) return value.map(item => filledBody(item, sources))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledBody(inner, sources)]))
}

function referencesIn(value: unknown): unknown[] {
  if (isReference(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(referencesIn)
}
