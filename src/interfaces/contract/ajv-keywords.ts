// Implements, for Ajv, the contract's keywords that JSON Schema does not have, and its lengths.
import { type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, type Name, _, str } from 'ajv/dist/2020.js'
import { isLongerThan, isShorterThan } from '../../base/text/length.ts'
import { ABSENT_IF_NULL, AT_LEAST_ONE_OF, IN_LOWER_CASE, INSTEAD_OF_NULL } from './keywords.ts'

function hasOneOf(groups: readonly (readonly string[])[], value: unknown): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    groups.some(names => names.every(name => (value as Record<string, unknown>)[name] !== undefined))
  )
}

/** Adds the contract's own keywords to a validator of requests. */
export function addContractKeywords(ajv: Ajv2020): void {
  // before every other keyword, so that none of them processes the members that count as absent
  ajv.addKeyword({ keyword: ABSENT_IF_NULL, schemaType: 'array', before: '$ref', code: deleteNulls })
  // for no type, so that it is checked before the fields, like `anyOf`
  ajv.addKeyword({
    keyword: AT_LEAST_ONE_OF,
    schemaType: 'array',
    code: cxt => cxt.fail(_`!${called(cxt, hasOneOf)}(${cxt.schemaValue}, ${cxt.data})`),
  })
  // RFC 9562 4: the case of a UUID does not matter
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
 * Replaces Ajv's own keywords, which count every character of a text. Counts code points like JSON Schema, without
 * reading megabytes to determine that there are too many.
 */
export function addLengthKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword('maxLength')
  ajv.removeKeyword('minLength')
  ajv.addKeyword(lengthKeyword('maxLength', 'more', isLongerThan))
  ajv.addKeyword(lengthKeyword('minLength', 'fewer', isShorterThan))
}

function lengthKeyword(keyword: string, comparison: string, fails: typeof isLongerThan): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    before: 'pattern',
    error: {
      message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code: cxt => cxt.fail(_`${called(cxt, fails)}(${cxt.data}, ${cxt.schemaCode})`),
  }
}

function deleteNulls({ gen, data, schema }: KeywordCxt): void {
  gen.if(_`typeof ${data} == "object" && ${data} !== null`, () => {
    for (const name of schema as string[]) {
      const member = _`${data}[${name}]`
      gen.if(_`${member} === null`, () => gen.code(_`delete ${member}`))
    }
  })
}

function called({ gen }: KeywordCxt, ref: unknown): Name {
  return gen.scopeValue('func', { ref })
}

/** Replaces the sent value for all code that reads it later. */
function replaceValue({ gen, data, it }: KeywordCxt, value: ReturnType<typeof _>): void {
  gen.assign(data, value)
  gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, data)
}
