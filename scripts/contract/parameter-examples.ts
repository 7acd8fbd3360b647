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
  }
}
