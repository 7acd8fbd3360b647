// The properties of every operation that request handling reads from the contract.
import { type Method, methodsOf } from '../../scripts/openapi.ts'
import { type OperationTraits, operationTraits } from '../../src/interfaces/http/contract/traits.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'

export const TRAITS: readonly OperationTraits[] = methodsOf(readDocument()).map(({ method, path }: Method) =>
  operationTraits(readDocument(), method, path),
)
