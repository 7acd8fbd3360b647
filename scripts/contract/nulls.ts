// Lets requests send `null` for each optional member. Clients in Rust, Python and C# write out every member of a type. `null`
// means that the member was not sent, except where the contract gives it a meaning of its own.
import { NULL_IS_ABSENT } from '../../src/interfaces/contract/keywords.ts'
import { type Json, methodsOf, resolved } from '../openapi.ts'
import { withoutNullBranch } from './plain-schemas.ts'

const REF = '#/components/schemas/'

/** Marks each optional member of a JSON request that has no `null` of its own. Changes the document. */
export function acceptNulls(document: Json): void {
  const answered = answeredNames(document)
  const seen = new Set<Json>()
  const walk = (given: Json, is_answered: boolean): void => {
    const schema = resolved(document, given)
    if (seen.has(schema)) return
    seen.add(schema)
    const inner = given.$ref ? answered.has(given.$ref.slice(REF.length)) : is_answered
    const { properties = {}, required = [], items, additionalProperties } = schema
    for (const each of [items, additionalProperties, ...choicesOf(schema), ...Object.values(properties)])
      if (typeof each === 'object') walk(each, inner)
    for (const [name, member] of Object.entries<Json>(properties))
      if (!required.includes(name) && !acceptsNull(document, member)) properties[name] = marked(document, member, inner)
  }
  for (const { operation } of methodsOf(document)) {
    const body = operation.requestBody?.content['application/json']
    if (body) walk(body.schema, false)
  }
}

const choicesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Json): Json[] => [...allOf, ...anyOf, ...oneOf]

/** The names of the schemas that responses and webhooks have. What these return is never `null` because of this rule. */
function answeredNames(document: Json): Set<string> {
  const names = new Set<string>()
  const add = (node: Json): void => {
    for (const [, name] of JSON.stringify(node ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      add(document.components.schemas[name!])
    }
  }
  for (const { operation } of methodsOf(document)) add(operation.responses)
  add(document.components.responses)
  add(document.webhooks)
  return names
}

/** Whether `null` is a value of the member already. A member without any rule can be everything. */
function acceptsNull(document: Json, member: Json): boolean {
  const { type, not, ...rest } = resolved(document, member)
  if (type !== undefined) return [type].flat().includes('null')
  const choices = choicesOf(rest)
  return choices.length > 0 ? choices.some(each => acceptsNull(document, each)) : not === undefined
}

function marked(document: Json, member: Json, is_answered: boolean): Json {
  const { additionalProperties, ...schema } = resolved(document, member)
  // generators would write a named enum out at each member, and partners read a map that can be null as an object without fields
  const isNamedEnum = '$ref' in member && 'enum' in schema
  const isMap = typeof additionalProperties === 'object'
  // a member that is not allowed has no value, and so no type
  if (is_answered || isNamedEnum || isMap || 'not' in member) return { ...member, [NULL_IS_ABSENT]: true }
  const { description, $ref, ...own } = member
  const branches = [$ref ? { $ref } : own, { type: 'null' }]
  const nullable = { ...(description !== undefined && { description }), anyOf: branches }
  withoutNullBranch(document, nullable)
  return { ...nullable, ...($ref && own), [NULL_IS_ABSENT]: true }
}
