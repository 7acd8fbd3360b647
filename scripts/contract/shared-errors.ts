// Every error response once, in `components/responses`, with an example for each name that it can have. In TypeSpec an
// error is a model, and the emitter repeats its response at each operation.
import { type Json, methodsOf, resolved } from '../openapi.ts'

/** Moves the error responses of all operations to `components/responses`, under the names of their schemas. */
export function sharedErrors(document: Json): void {
  const shared: Record<string, Json> = {}
  for (const { operation } of methodsOf(document)) {
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      if (status < '400') continue
      const name = answer.content['application/json'].schema.$ref.split('/').at(-1)
      shared[name] ??= withExamples(document, answer)
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  const names = Object.keys(shared).toSorted()
  document.components.responses = Object.fromEntries(names.map(name => [name, shared[name]]))
  for (const name of names) delete document.components.schemas[name]['x-examples']
}

/** The messages come from `x-examples` of the model. */
function withExamples(document: Json, answer: Json): Json {
  const media = answer.content['application/json']
  const { properties, 'x-examples': messages } = resolved(document, media.schema)
  const example = (name: string, message: string): Json =>
    properties.error
      ? { error: name, error_description: message }
      : { statusCode: properties.statusCode.const, message, name }
  const examples = Object.entries<string>(messages ?? {}).map(([name, message]) => [
    name,
    { value: example(name, message) },
  ])
  return { ...answer, content: { 'application/json': { ...media, examples: Object.fromEntries(examples) } } }
}
