// The words that the contract has of its own, and its lengths, as code that Ajv can write to a file. What that calls is in
// src/interfaces/http/validators.ts.
import { type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name, _, str } from 'ajv/dist/2020.js'
import { CHECK_WORDS } from '../../src/interfaces/http/validators.ts'
import { AT_LEAST_ONE_OF, IN_LOWER_CASE, INSTEAD_OF_NULL } from '../../src/interfaces/http/contract-keywords.ts'

/** Lets a validator of requests read those that JSON Schema has no word for. */
export function addContractKeywords(ajv: Ajv2020): void {
  // for no type, so that it is looked at before the fields are, as `anyOf` would be
  ajv.addKeyword({
    keyword: AT_LEAST_ONE_OF,
    schemaType: 'array',
    code: cxt => cxt.fail(_`!${word(cxt, 'hasOneOf')}(${cxt.schemaValue}, ${cxt.data})`),
  })
  // RFC 9562 4: a UUID is the same one in either case
  ajv.addKeyword({
    keyword: IN_LOWER_CASE,
    type: 'string',
    code: cxt => {
      cxt.gen.if(_`/[A-Z]/.test(${cxt.data})`, () => replaceValue(cxt, _`${cxt.data}.toLowerCase()`))
    },
  })
  ajv.addKeyword({ keyword: INSTEAD_OF_NULL, type: 'null', code: cxt => replaceValue(cxt, _`${cxt.schemaValue}`) })
}

/**
 * Puts ours in the place of Ajv's own, which counts every character of a text: in code points as JSON Schema has it, without
 * walking through megabytes to say that they are too many.
 */
export function addLengthKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('maxLength')
  ajv.removeKeyword('minLength')
  ajv.addKeyword(lengthKeyword('maxLength', 'more', 'isLongerThan'))
  ajv.addKeyword(lengthKeyword('minLength', 'fewer', 'isShorterThan'))
}

type Word = keyof typeof CHECK_WORDS

function lengthKeyword(keyword: string, comparison: string, fails: Word): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    before: 'pattern',
    error: {
      message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code: cxt => cxt.fail(_`${word(cxt, fails)}(${cxt.data}, ${cxt.schemaCode})`),
  }
}

/** One of the functions that a check is given. */
function word({ gen }: KeywordCxt, name: Word): Name {
  return gen.scopeValue('func', { ref: CHECK_WORDS[name], code: _`words.${new Name(name)}` })
}

/** What is read from then on, in the place of what was sent. */
function replaceValue({ gen, data, it }: KeywordCxt, value: ReturnType<typeof _>): void {
  gen.assign(data, value)
  gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, data)
}
