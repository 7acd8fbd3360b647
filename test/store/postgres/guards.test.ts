// What units name that decide about something: it is there as long as somebody may decide by it, and then goes.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SWEEP_GUARDS } from '../../../src/store/postgres/guards.ts'
import { type OpenDatabase, databases } from '../../support/databases.ts'

describe.each(databases)('guards on %s', (_, open) => {
  let opened: OpenDatabase
  let operator: Client
  beforeEach(async () => {
    opened = await open()
    operator = new Client({ connectionString: opened.url })
    await operator.connect()
  })
  afterEach(async () => {
    await operator.end()
    await opened.database.close()
    await opened.remove()
  })

  const guard = (name: string): Promise<void> => opened.database.unit(async tx => tx.guard(null, name))
  const names = async (): Promise<string[]> =>
    (await operator.query<{ name: string }>('select name from guards order by name')).rows.map(({ name }) => name)

  it('go when nobody has named them for two days, and not a day sooner', async () => {
    for (const name of ['long ago', 'yesterday', 'today', 'again']) await guard(name)
    await operator.query("update guards set day = current_date - 2 where name like '%long ago%' or name like '%again%'")
    await operator.query("update guards set day = current_date - 1 where name like '%yesterday%'")
    await guard('again')
    await operator.query(SWEEP_GUARDS.text)
    expect(await names()).toEqual(['[null,"again"]', '[null,"today"]', '[null,"yesterday"]'])
  })
})
