// `maxLength` and `minLength` of the contract: in code points as JSON Schema has it, without walking through megabytes to
// say that they are too many.
import { type Ajv2020, type CodeKeywordDefinition, _, str } from 'ajv/dist/2020.js'
import { isLongerThan, isShorterThan } from '../text/length.ts'

/** Puts ours in the place of Ajv's own, which counts every character of a text. */
export function addLengthKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('maxLength')
  ajv.removeKeyword('minLength')
  ajv.addKeyword(lengthKeyword('maxLength', 'more', isLongerThan))
  ajv.addKeyword(lengthKeyword('minLength', 'fewer', isShorterThan))
}

function lengthKeyword(
  keyword: string,
  comparison: string,
  fails: (text: string, limit: number) => boolean,
): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    before: 'pattern',
    error: {
      message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code: cxt => cxt.fail(_`${cxt.gen.scopeValue('func', { ref: fails })}(${cxt.data}, ${cxt.schemaCode})`),
  }
}
