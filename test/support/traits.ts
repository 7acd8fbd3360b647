// The properties of every operation that request handling reads from the contract.
import { type Method, methodsOf } from '../../scripts/openapi.ts'
import { type Traits, traitsOf } from '../../src/interfaces/http/contract/traits.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'

export const TRAITS: readonly Traits[] = methodsOf(readDocument()).map(({ method, path }: Method) =>
  traitsOf(readDocument(), method, path),
)
