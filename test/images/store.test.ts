// Stored images: the quota of a team, and that file contents are kept as long as their images.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContent } from '../../src/mail/attachments/actions.ts'
import { removeUnusedBlobs } from '../../src/mail/attachments/store/blobs.ts'
import { addImage, deleteImage, findImageAt, hasBlobInImage } from '../../src/mail/images/actions.ts'
import { type Image, imagePath, IMAGES_MAX } from '../../src/mail/images/rules.ts'
import { insertImage, listImages } from '../../src/mail/images/store.ts'
import { clock } from '../support/clock.ts'
import { databases, withTeams, type WithTeams } from '../support/databases.ts'
import { aPng } from '../support/pictures.ts'

const DAY_MS = 86_400_000

describe.each(databases)('images on %s', (_, open) => {
  const time = clock()
  let teams: WithTeams
  beforeAll(async () => {
    teams = await withTeams(open)
  })
  afterAll(() => teams.end())

  async function store(bytes: Buffer, team_id = teams.team_id): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    await storeContent({ database: teams.database, now: time.now }, team_id, { hash, bytes })
    return hash
  }
  const add = (hash: string, bytes_max = 1e9, team_id = teams.team_id): Promise<Image> =>
    teams.database.unit(tx =>
      addImage({ tx, team_id, now: time.now() }, { hash, filename: 'a.png', content_type: 'image/png' }, bytes_max),
    )
  const list = (team_id: string) =>
    teams.database.read(tx => listImages(tx, { team_id }, { limit: 100 })).then(({ rows }) => rows)
  const sweep = () => teams.database.unit(tx => removeUnusedBlobs(tx, time.now(), [hasBlobInImage]))
  const isServed = async (image: Image): Promise<boolean> =>
    (await teams.database.read(tx => findImageAt(tx, imagePath(image)))) !== undefined

  it('belong to one team, and another team can store the same content', async () => {
    const bytes = aPng()
    const own = await add(await store(bytes))
    const other = await add(await store(bytes, teams.stranger), 1e9, teams.stranger)
    expect(own.token).not.toBe(other.token)
    expect((await list(teams.team_id)).map(({ id }) => id)).toEqual([own.id])
    expect((await list(teams.stranger)).map(({ id }) => id)).toEqual([other.id])
    await expect(add('0'.repeat(64))).rejects.toThrow('Upload the image again')
  })

  it('keep their content, which is swept some time after they were deleted', async () => {
    const bytes = aPng()
    const image = await add(await store(bytes))
    for (let times = 0; times < 3; times++) {
      time.forward(2 * DAY_MS)
      await sweep()
    }
    expect(await add(await store(bytes))).toEqual(image)
    await teams.database.unit(tx => deleteImage({ tx, team_id: teams.team_id, now: time.now() }, image))
    expect(await isServed(image)).toBe(false)
    for (let times = 0; times < 3; times++) {
      time.forward(2 * DAY_MS)
      await sweep()
    }
    const { blob_id } = image
    expect((await add(await store(bytes))).blob_id).not.toBe(blob_id)
  })

  it('stay within the quota, even if two are added concurrently', async () => {
    const [one, two] = [await store(aPng(1000), teams.stranger), await store(aPng(1000), teams.stranger)]
    const used = (await list(teams.stranger)).reduce((sum, { bytes }) => sum + bytes, 0)
    const both = await Promise.allSettled([one, two].map(hash => add(hash, used + 1500, teams.stranger)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it(`are limited to ${IMAGES_MAX}`, async () => {
    const { database, stranger: team_id } = teams
    const about = { team_id, filename: 'a.png', content_type: 'image/png', bytes: 0, created_at: '2026-01-01' }
    const missing = IMAGES_MAX - (await list(team_id)).length
    await database.unit(async tx => {
      for (let number = 0; number < missing; number++)
        insertImage(tx, { ...about, id: randomUUID(), token: randomUUID(), blob_id: randomUUID() })
    })
    await expect(add(await store(aPng(), team_id), 1e9, team_id)).rejects.toThrow(`at most ${IMAGES_MAX} images`)
  })
})
