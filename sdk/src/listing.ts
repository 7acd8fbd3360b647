// A list of the API as what it is to a program: items one after the other, however many pages they come on.

/** What tells where a page ends: an id, or a name where there are none. */
type Placed = { id: string } | { name: string } | { destination: string }

interface Page<Item> {
  data: Item[]
  has_more: boolean
}

/** Where a page begins and how long it is. */
export interface PageQuery {
  after?: string
  limit?: number
}

/** The items of all pages, fetched as they are asked for: `for await (const email of client.emails.list())`. */
export class Listing<Item extends Placed> implements AsyncIterable<Item> {
  readonly #fetchPage: (query: PageQuery) => Promise<Page<Item>>
  readonly #query: PageQuery

  constructor(query: PageQuery, fetchPage: (query: PageQuery) => Promise<Page<Item>>) {
    this.#query = query
    this.#fetchPage = fetchPage
  }

  /** The first page alone, with whether there are more. */
  page(): Promise<Page<Item>> {
    return this.#fetchPage(this.#query)
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page = await this.page()
    yield page
    for (;;) {
      const last = page.data.at(-1)
      if (!page.has_more || last === undefined) return
      page = await this.#fetchPage({ ...this.#query, after: placeOf(last) })
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }
}

function placeOf(item: Placed): string {
  if ('id' in item) return item.id
  return 'name' in item ? item.name : item.destination
}
