// How a code sample sends the request of an example.
import type { Example } from '../../contract/examples.ts'
import type { Json } from '../document.ts'

/** How a request is sent, apart from its content. */
export interface Manner {
  /** Whether it sends the API key. */
  has_key: boolean
  is_form: boolean
  /** Whether the request needs a browser instead of a program. */
  is_visit: boolean
  /** Whether the response is a stream, which is printed as it arrives. */
  is_endless: boolean
}

export function mannerOf(operation: Json): Manner {
  return {
    has_key: operation.security.some((item: Json) => item.ApiKey),
    is_form: operation.requestBody?.content?.['application/x-www-form-urlencoded'] !== undefined,
    is_visit: operation.responses['302'] !== undefined,
    is_endless: operation['x-endless'] === true,
  }
}

/** The path and query of the request. */
export function targetOf({ path, path_values, query, required_query }: Example, { is_visit }: Manner): string {
  const at = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(path_values[name]!))
  const parameters = new URLSearchParams(is_visit ? query : required_query)
  return parameters.size > 0 ? `${at}?${parameters.toString()}` : at
}

/** The value of a form field: text as it is, anything else as JSON. */
export const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields of a form. */
export const formFields = ({ body }: Example): [string, string][] =>
  Object.entries(body ?? {}).map(([name, value]) => [name, fieldText(value)])

/** Divides the fields of a form with a file into the content of the file and the others. */
export function uploadParts(example: Example): { file: string; fields: [string, string][] } {
  const { file } = example.body as { file: string }
  return { file, fields: formFields(example).filter(([name]) => name !== 'file') }
}
