// The responses in the contract for one operation, and the one that a caller prefers.
import { Readable } from 'node:stream'
import type { OpenAPIBackend, Operation } from 'openapi-backend'
import { Refusal, refusal } from '../../src/base/text/refusal.ts'
import { describeValue } from '../../src/base/text/describe-value.ts'
import { type Preference, written } from './preferences.ts'

interface DocumentedResponse {
  content?: Record<string, { examples?: object; example?: unknown }>
  headers?: Record<string, { required?: boolean; example?: unknown; schema?: { enum?: unknown[]; const?: unknown } }>
}

export interface MockAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Response types other than JSON. A stream ends after its example. */
const TEXTS = ['text/csv', 'text/event-stream']

/** Values of headers that have neither an example nor a constant. */
const HEADERS: Record<string, string> = {
  location: '/consent/example',
  'retry-after': '5',
  'www-authenticate': 'Bearer',
}

/** Throws if the response is an error, like the server itself. */
export function answerOf(api: OpenAPIBackend, operation: Operation, preference: Preference): MockAnswer {
  const responses = (operation.responses ?? {}) as Record<string, DocumentedResponse>
  const code = chosen(responses, preference)
  const { content, headers } = responses[code]!
  const type = TEXTS.find(each => typeof content?.[each]?.example === 'string')
  if (type !== undefined) {
    const text = content![type]!.example as string
    const sent = { ...examplesOf(headers), 'content-type': `${type}; charset=utf-8` }
    return { status: Number(code), headers: sent, body: Readable.from([text]) }
  }
  const { example } = preference
  const { mock } = api.mockResponseForOperation(operation.operationId!, {
    code: Number(code),
    ...(example && { example }),
  })
  const answer: MockAnswer = {
    status: Number(code),
    headers: { ...examplesOf(headers), ...(written(preference) && { 'preference-applied': written(preference) }) },
    body: content && mock,
  }
  if (answer.status < 400) return answer
  throw new Refusal(answer.status, answer.body, 'as was preferred', answer.headers)
}

/** The requested code, the one with the requested example, or the first successful one. */
function chosen(responses: Record<string, DocumentedResponse>, { code, example }: Preference): string {
  const codes = Object.keys(responses)
  if (code !== undefined && !codes.includes(code)) {
    const words = `Prefer: code=${describeValue(code)} is not a response of this operation`
    throw refusal('validation_error', `${words}. Allowed: ${codes.join(', ')}.`, 400)
  }
  if (example === undefined) return code ?? codes.find(each => Number(each) < 400)!
  const found = codes.find(each => (code ?? each) === each && namesIn(responses[each]!).includes(example))
  if (found !== undefined) return found
  const there = codes.flatMap(each => namesIn(responses[each]!).map(name => `${name} (${each})`))
  const words = `Prefer: unknown example=${describeValue(example)}`
  throw refusal('validation_error', `${words}. Allowed: ${there.join(', ') || 'none'}.`, 400)
}

function namesIn({ content }: DocumentedResponse): string[] {
  return Object.values(content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}))
}

/** Only of required headers. */
function examplesOf(headers: DocumentedResponse['headers'] = {}): Record<string, string> {
  const always = Object.entries(headers).filter(([, { required }]) => required === true)
  const examples = always.map(([name, { example, schema }]) => {
    const value = example ?? schema?.const ?? schema?.enum?.[0] ?? HEADERS[name.toLowerCase()]
    return [name.toLowerCase(), String(value)] as const
  })
  return Object.fromEntries(examples)
}
