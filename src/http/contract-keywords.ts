// What the contract says in words of its own, because generators of SDKs stumble over the words that JSON Schema has.
import type { Ajv2020 } from 'ajv/dist/2020.js'

/** Groups of fields; one group must be there with all of its fields. JSON Schema has `anyOf` made of `required`. */
export const AT_LEAST_ONE_OF = 'x-at-least-one-of'

/** The value of a field that was not sent. JSON Schema has `default`, which makes a field required in generated types. */
export const DEFAULT = 'x-default'

/** Lets a validator of requests read them; `x-default` became `default` when the document was read. */
export function addContractKeywords(ajv: Ajv2020): void {
  // for no type, so that it is looked at before the fields are, as `anyOf` would be
  ajv.addKeyword({ keyword: AT_LEAST_ONE_OF, schemaType: 'array', errors: false, compile: hasOneOf })
}

function hasOneOf(groups: readonly (readonly string[])[]): (value: unknown) => boolean {
  return value =>
    typeof value !== 'object' ||
    value === null ||
    groups.some(names => names.every(name => (value as Record<string, unknown>)[name] !== undefined))
}
