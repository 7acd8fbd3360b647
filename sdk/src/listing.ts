// A list of the API as an async iterable of items, across all pages.

/** The value that identifies the last item of a page: an id, or a name for items without ids. */
type Placed = { id: string } | { name: string } | { destination: string }

interface Page<Item> {
  data: Item[]
  has_more: boolean
}

/** The cursor and the size of a page. */
export interface PageQuery {
  after?: string
  limit?: number
}

/** The items of all pages, fetched on demand: `for await (const email of client.emails.list())`. */
export class Listing<Item extends Placed> implements AsyncIterable<Item> {
  readonly #fetchPage: (query: PageQuery) => Promise<Page<Item>>
  readonly #query: PageQuery

  constructor(query: PageQuery, fetchPage: (query: PageQuery) => Promise<Page<Item>>) {
    this.#query = query
    this.#fetchPage = fetchPage
  }

  /** Only the first page, with `has_more`. */
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
