// A template as the content of a broadcast, and the variables that its texts use.
import { expect, it } from 'vitest'
import { previewMailing, withFoundVariables } from '../../../src/mail/templates/mailing.ts'
import { aVariable, aVersion } from './support.ts'

const version = aVersion({
  subject: '{{{A}}} {{{EMAIL}}}',
  html: '{{{A|own}}} {{{N}}} {{{B}}} {{{contact.first_name|you}}}',
  text: null,
  variables: [aVariable('A', 'string', '{{{x}}}'), aVariable('N', 'number', 0), aVariable('B')],
})

it('replaces variables with their default values, and keeps all other placeholders', () => {
  expect(previewMailing(version)).toMatchObject({
    subject: '{{{x}}} {{{EMAIL}}}',
    html: 'own 0 {{{B}}} {{{contact.first_name|you}}}',
    text: null,
  })
  expect(previewMailing(version, key => `<${key}>`).html).toBe('own 0 <B> {{{contact.first_name|you}}}')
})

it('declares each unknown variable in use once, except reserved names', () => {
  const known = [{ key: 'A', type: 'number' as const }]
  expect(
    withFoundVariables(known, ['{{{A}}} {{{B}}} {{{B|x}}}', null, '{{{contact.x}}} {{{FIRST_NAME}}} {{{C}}}']),
  ).toEqual([...known, { key: 'B', type: 'string' }, { key: 'C', type: 'string' }])
})
