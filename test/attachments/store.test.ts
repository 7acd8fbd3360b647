// Storage of file contents: written in parts, found by hash, and deleted by the sweep when no row refers to them.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Readable } from 'node:stream'
import { addAttachments, readContent, storeContent, storePieces } from '../../src/mail/attachments/actions.ts'
import {
  removeAttachments,
  findStoredAttachment,
  hasBlobInEmail,
  listAttachments,
} from '../../src/mail/attachments/store/attachments.ts'
import {
  CHUNK_BYTES,
  completeBlob,
  findByHashes,
  insertChunks,
  openBlob,
  PENDING_BYTES_MAX,
  PENDING_FILES_MAX,
  removeUnusedBlobs,
} from '../../src/mail/attachments/store/blobs.ts'
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { clock } from '../support/clock.ts'
import { databases } from '../support/databases.ts'

const HOUR_MS = 3_600_000

const counted = statement<{ team_id: string }, { blobs: number; chunks: number }>((knex, param) =>
  knex.select({
    blobs: knex('blobs')
      .count('*')
      .where({ team_id: param('team_id') }),
    chunks: knex('blob_chunks')
      .count('*')
      .where({ team_id: param('team_id') }),
  }),
)

describe.each(databases)('contents of files on %s', (_, open) => {
  const time = clock()
  let database: Database
  let remove: () => Promise<void>
  let team_id: string
  let other_team: string
  beforeAll(async () => {
    const opened = await open()
    database = opened.database
    remove = opened.remove
    const made = async (name: string): Promise<string> =>
      (await database.unit(tx => addTeam(tx, { name, email: `${name}@example.com`, password_hash: '' }, time.now()))).id
    team_id = await made('one')
    other_team = await made('other')
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  const aContent = (bytes: Buffer) => ({ hash: createHash('sha256').update(bytes).digest('hex'), bytes })
  const store = async (bytes: Buffer, team = team_id): Promise<string> => {
    const content = aContent(bytes)
    await storeContent({ database, now: time.now }, team, content)
    return content.hash
  }
  const found = (hash: string, team = team_id) =>
    database.read(tx => findByHashes({ tx, team_id: team }, [hash])).then(all => all.get(hash))
  const refer = async (hash: string): Promise<string> => {
    const email_id = crypto.randomUUID()
    const asked = {
      filename: 'a',
      content_type: 'text/plain',
      content_id: null,
      path: null,
      content: { hash, bytes: 1 },
    }
    await database.unit(tx => addAttachments({ tx, team_id, now: time.now() }, email_id, [asked]))
    return email_id
  }
  const sweep = async (): Promise<void> => {
    while (await database.unit(tx => removeUnusedBlobs(tx, time.now(), [hasBlobInEmail])));
  }
  const counts = (): Promise<unknown> => database.read(tx => tx.get(counted, { team_id }))
  const read = async (blob: { id: string; bytes: number }, from = 0): Promise<Buffer> => {
    const file = { team_id, blob_id: blob.id, bytes: blob.bytes }
    const pieces: Buffer[] = []
    for await (const piece of readContent(body => database.read(body), file, from)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  it.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 4 * CHUNK_BYTES, 4 * CHUNK_BYTES + 1, 9 * CHUNK_BYTES])(
    'return %d bytes as they were stored, from any offset',
    async size => {
      const bytes = randomBytes(size)
      const blob = (await found(await store(bytes)))!
      expect(blob.bytes).toBe(size)
      expect((await read(blob)).equals(bytes)).toBe(true)
      const from = Math.floor(size / 2)
      expect((await read(blob, from)).equals(bytes.subarray(from))).toBe(true)
    },
  )

  it('are read one chunk per turn of the event loop, so that other requests can run in between', async () => {
    const blob = (await found(await store(randomBytes(6 * CHUNK_BYTES))))!
    let turn = 0
    let isOver = false
    const count = (): void => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const turns: number[] = []
    const file = { team_id, blob_id: blob.id, bytes: blob.bytes }
    for await (const _ of readContent(body => database.read(body), file)) turns.push(turn)
    isOver = true
    expect(new Set(turns).size).toBe(6)
  })

  it('are stored once per team, and are not readable for other teams', async () => {
    const bytes = randomBytes(100)
    const [first, again] = [await store(bytes), await store(bytes)]
    const blob = (await found(first))!
    expect(await found(again)).toEqual(blob)
    expect(await found(first, other_team)).toBeUndefined()
    await store(bytes, other_team)
    expect((await found(first, other_team))!.id).not.toBe(blob.id)
  })

  it('are stored once if several requests store them concurrently, and unused rows are swept', async () => {
    const bytes = randomBytes(5 * CHUNK_BYTES)
    const before = await counts()
    const hashes = await Promise.all([store(bytes), store(bytes), store(bytes)])
    const blob = (await found(hashes[0]))!
    expect((await read(blob)).equals(bytes)).toBe(true)
    const email_id = await refer(hashes[0])
    for (let round = 0; round < 3; round++) {
      time.forward(25 * HOUR_MS)
      await sweep()
    }
    expect((await read(blob)).equals(bytes)).toBe(true)
    expect(before).toBeDefined()
    expect(await counts()).toEqual({ blobs: 1, chunks: 5 })
    await database.unit(async tx => removeAttachments(tx, { team_id, email_id }))
  })

  it('without a reference are marked after a day and deleted an hour later', async () => {
    const hash = await store(randomBytes(9 * CHUNK_BYTES))
    time.forward(24 * HOUR_MS - 1)
    await sweep()
    expect(await found(hash)).toBeDefined()
    time.forward(1)
    await sweep()
    expect(await found(hash)).toBeUndefined()
    expect(await counts()).toMatchObject({ chunks: expect.any(Number) })
    time.forward(HOUR_MS)
    await sweep()
    expect(await counts()).toEqual({ blobs: 0, chunks: 0 })
  })

  it('remain if they are stored again before they are marked', async () => {
    const bytes = randomBytes(100)
    const hash = await store(bytes)
    const blob = await found(hash)
    time.forward(23 * HOUR_MS)
    await store(bytes)
    time.forward(2 * HOUR_MS)
    await sweep()
    expect(await found(hash)).toEqual(blob)
  })

  it('remain if an email starts to refer to them while they are marked, and are stored again for the next email', async () => {
    const bytes = randomBytes(100)
    const hash = await store(bytes)
    const { id } = (await found(hash))!
    const email_id = await refer(hash)
    const [attachment] = await database.read(tx => listAttachments(tx, { team_id, email_id }))
    // as if the reference had been committed after the sweep had checked for references
    await database.unit(tx =>
      tx.run(letGo, { id, team_id, sweep_at: new Date(time.now().getTime() + HOUR_MS).toISOString() }),
    )
    await expect(refer(hash)).rejects.toThrow('has expired')
    time.forward(HOUR_MS)
    await sweep()
    const kept = await database.read(tx => findStoredAttachment(tx, { team_id, email_id, id: attachment!.id }))
    expect((await read({ id: kept!.blob_id, bytes: kept!.bytes })).equals(bytes)).toBe(true)
    await refer(await store(bytes))
  })

  it('that were not written completely are not readable, and are swept', async () => {
    const before = (await counts()) as { blobs: number }
    const one = { team_id, id: crypto.randomUUID() }
    await database.unit(async tx => {
      openBlob({ tx, team_id, now: time.now() }, one.id)
      insertChunks(tx, one, { first: 0, data: randomBytes(100) })
    })
    expect(await counts()).toMatchObject({ blobs: before.blobs + 1 })
    time.forward(HOUR_MS)
    await sweep()
    // a writer that was suspended in the meantime finds nothing to complete
    const late = database.unit(tx =>
      completeBlob({ tx, team_id, now: time.now() }, one.id, { hash: 'f'.repeat(64), bytes: 100 }),
    )
    await expect(late).rejects.toThrow('too long')
    time.forward(HOUR_MS)
    await sweep()
    expect(await counts()).toMatchObject({ blobs: before.blobs })
  })

  describe('unreferenced file contents', () => {
    const fill = async (files: number, bytes: number, team: string): Promise<void> => {
      await database.unit(async tx => {
        for (let index = 0; index < files; index++)
          tx.put(insertPending, { id: crypto.randomUUID(), team_id: team, bytes: bytes / files, sweep_at: '9' })
      })
    }
    const newTeam = async (): Promise<string> => {
      const email = `${crypto.randomUUID()}@example.com`
      return (await database.unit(tx => addTeam(tx, { name: 'new', email, password_hash: '' }, time.now()))).id
    }

    it('are limited in number per team', async () => {
      const team = await newTeam()
      await fill(PENDING_FILES_MAX - 1, PENDING_FILES_MAX - 1, team)
      await store(Buffer.from('last'), team)
      await expect(store(Buffer.from('one more'), team)).rejects.toMatchObject({
        status: 429,
        message: expect.stringContaining('1000 uploaded files'),
      })
      // a content that is already stored needs no room
      await store(Buffer.from('last'), team)
      await store(Buffer.from('one more'), other_team)
    })

    it('are limited in bytes per team', async () => {
      const team = await newTeam()
      await fill(1, PENDING_BYTES_MAX - 4 * CHUNK_BYTES - 10, team)
      const storing = { database, now: time.now }
      const inPieces = (bytes: Buffer) =>
        storePieces(storing, { team_id: team, bytes_max: 1e9 }, Readable.from([bytes]) as AsyncIterable<Buffer>)
      await expect(store(randomBytes(4 * CHUNK_BYTES + 11), team)).rejects.toMatchObject({ status: 429 })
      await expect(inPieces(randomBytes(4 * CHUNK_BYTES + 11))).rejects.toMatchObject({ status: 429 })
      // the next sweep deletes what was refused
      await sweep()
      await inPieces(randomBytes(4 * CHUNK_BYTES + 10))
      await expect(store(Buffer.from('x'), team)).rejects.toMatchObject({ status: 429 })
    })

    it('no longer count when an email refers to them', async () => {
      const pending = async (): Promise<number> => (await database.read(tx => tx.get(pendingOf, { team_id })))!.count
      const before = await pending()
      const hash = await store(Buffer.from('used soon'))
      expect(await pending()).toBe(before + 1)
      await refer(hash)
      expect(await pending()).toBe(before)
    })
  })

  it('are not sent if their parts are incomplete', async () => {
    const { id } = (await found(await store(randomBytes(100))))!
    await expect(read({ id, bytes: 101 })).rejects.toThrow('is missing')
  })
})

const insertPending = statement<{ id: string; team_id: string; bytes: number; sweep_at: string }>((knex, param) =>
  knex('blobs').insert({
    id: param('id'),
    team_id: param('team_id'),
    state: 'whole',
    bytes: param('bytes'),
    sweep_at: param('sweep_at'),
    pending: 1,
  }),
)

const pendingOf = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex('blobs')
    .count({ count: '*' })
    .where({ team_id: param('team_id'), pending: 1 }),
)

const letGo = statement<{ id: string; team_id: string; sweep_at: string }>((knex, param) =>
  knex('blobs')
    .where({ id: param('id'), team_id: param('team_id') })
    .update({ state: 'going', hash: null, sweep_at: param('sweep_at') }),
)
