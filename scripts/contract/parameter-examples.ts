// An example for every parameter. Those in an `@opExample` are added by the emitter. For the others the emitter drops
// TypeSpec's own `@example`, so they are written as `@extension("x-example", ...)`.
import { type Json, methodsOf } from '../openapi.ts'

/** Adds the parameter's own example if it has none from an operation. */
export function parameterExamples(document: Json): void {
  const own = methodsOf(document).flatMap(({ operation }) => operation.parameters ?? [])
  for (const parameter of [...own, ...Object.values<Json>(document.components.parameters ?? {})]) {
    const { 'x-example': example } = parameter
    delete parameter['x-example']
    if (example !== undefined) parameter.example ??= example
    mergeEqual(parameter)
  }
}

/**
 * Merges equal examples: operations with several examples repeat them per parameter, and some tools (Dredd) ignore the
 * plural form.
 */
function mergeEqual(parameter: Json): void {
  const values = Object.values<Json>(parameter.examples ?? {}).map(({ value }) => value)
  if (values.length === 0 || values.some(value => value !== values[0])) return
  delete parameter.examples
  parameter.example = values[0]
}
