// The HTTP request for a tool call.
import { isReadable } from '../../base/text/readable.ts'
import { refusal } from '../../base/text/refusal.ts'
import { unreadable } from '../http/validation.ts'
import type { GeneratedTool } from './tools.ts'

type Arguments = Readonly<Record<string, unknown>>

export interface ToolRequest {
  method: string
  /** Includes the query. */
  url: string
  /** The parameters of the path. */
  params: Record<string, string>
  headers: Record<string, string>
  body: string | undefined
}

/** Throws the refusal of arguments that cannot be converted to a request; the operation validates all others. */
export function requestOf(tool: GeneratedTool, given: Arguments): ToolRequest {
  const rest = { ...given }
  /** `null` counts as absent. */
  const take = (name: string): unknown => {
    const { [name]: value } = rest
    delete rest[name]
    return value ?? undefined
  }
  const params: Record<string, string> = {}
  const path = tool.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    params[name] = textOf(name, take(name))
    if (params[name] === '') throw refusal('missing_required_parameter', `Missing \`${name}\` parameter.`)
    return encodeURIComponent(params[name])
  })
  const headers: Record<string, string> = {}
  for (const [name, header] of tool.headers) {
    const value = take(name)
    if (value !== undefined) headers[header] = textOf(name, value)
  }
  const query = new URLSearchParams()
  const addToQuery = (name: string): void => {
    for (const value of [take(name) ?? []].flat()) query.append(name, textOf(name, value))
  }
  tool.query.forEach(addToQuery)
  const body = bodyOf(tool, rest, take)
  // unknown ones: the operation warns about those that resemble known ones
  if (tool.body !== 'members') Object.keys(rest).forEach(addToQuery)
  const search = query.size > 0 ? `?${query}` : ''
  return { method: tool.method, url: path + search, params, headers, body }
}

function bodyOf({ body }: GeneratedTool, rest: Arguments, take: (name: string) => unknown): string | undefined {
  if (body === undefined) return undefined
  if (body === 'members') return JSON.stringify(rest)
  const items = take('items')
  if (items === undefined) throw refusal('missing_required_field', 'Missing `items` field.')
  return JSON.stringify(items)
}

function textOf(name: string, value: unknown = ''): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (!isReadable(text)) throw unreadable(`\`${name}\` parameter`)
  return text
}
