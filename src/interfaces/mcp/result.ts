// What a call of a tool answers. A model pays for each character, so a long answer is cut.

/** Of a whole answer, in characters. */
const ANSWER_MAX = 100_000
/** Of one text in an answer that is too long. */
const TEXT_MAX = 4_000

/** The JSON of a result's members. `json`: of the answer; `undefined`: it is too long to be read. */
export function resultJson(json: string | undefined, warning: string | undefined): string {
  const short = json !== undefined && json.length > ANSWER_MAX ? shortened(json) : json
  if (short === undefined || short.length > ANSWER_MAX)
    return errorJson({ statusCode: 422, name: 'validation_error', message: TOO_LONG })
  return `"content":[${[short, ...(warning === undefined ? [] : [warning])].map(content).join(',')}],"structuredContent":${short}`
}

const TOO_LONG = `The answer has more than ${ANSWER_MAX} characters, also with its long texts cut. Ask for less: a smaller \`limit\`, or a narrower filter.`

/** A refusal, for the model to mend its call. */
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
  return `${begin.isWellFormed() ? begin : begin.slice(0, -1)}… [cut: it has ${text.length} characters]`
}
