// The result of a tool call. A model pays for each character, so a long response is truncated.

/** Maximum characters of a whole response. */
const ANSWER_MAX = 100_000
/** Maximum characters of one text in a response that is too long. */
const TEXT_MAX = 4_000

/** The JSON of a result's members. `json`: of the response; `undefined`: it is too long to be read. */
export function resultJson(json: string | undefined, warning: string | undefined): string {
  const short = json !== undefined && json.length > ANSWER_MAX ? shortened(json) : json
  if (short === undefined || short.length > ANSWER_MAX)
    return errorJson({ statusCode: 422, name: 'validation_error', message: TOO_LONG })
  return `"content":[${[short, ...(warning === undefined ? [] : [warning])].map(content).join(',')}],"structuredContent":${short}`
}

const TOO_LONG = `The response has more than ${ANSWER_MAX} characters, even with long texts truncated. Use a smaller \`limit\` or a narrower filter.`

/** A refusal, with which the model can correct its call. */
export function errorJson(body: object): string {
  return `"content":[${content(JSON.stringify(body))}],"isError":true`
}

function content(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`
}

function shortened(json: string): string {
  return JSON.stringify(JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? cut(value) : value)))
}

function cut(text: string): string {
  if (text.length <= TEXT_MAX) return text
  const begin = text.slice(0, TEXT_MAX)
  // no half of a surrogate pair
  return `${begin.isWellFormed() ? begin : begin.slice(0, -1)}… [truncated: ${text.length} characters in total]`
}
