// An example for every parameter. Those in an `@opExample` come from the emitter; for the others TypeSpec's own `@example`
// is lost, so they are written as `@extension("x-example", ...)`.
import { type Json, methodsOf } from '../openapi.ts'

/** Gives each parameter that has no example of an operation the one of its own. */
export function parameterExamples(document: Json): void {
  const own = methodsOf(document).flatMap(({ operation }) => operation.parameters ?? [])
  for (const parameter of [...own, ...Object.values<Json>(document.components.parameters ?? {})]) {
    const { 'x-example': example } = parameter
    delete parameter['x-example']
    if (example !== undefined) parameter.example ??= example
    mergeEqual(parameter)
  }
}

/** Of an operation with several examples each parameter has as many, which some tools (Dredd) do not look at. */
function mergeEqual(parameter: Json): void {
  const values = Object.values<Json>(parameter.examples ?? {}).map(({ value }) => value)
  if (values.length === 0 || values.some(value => value !== values[0])) return
  delete parameter.examples
  parameter.example = values[0]
}
