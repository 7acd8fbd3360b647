// Sends the API requests of the demo, and exits with the error of the API if one is rejected.

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>

export function createAsk(url: string, key: string): Ask {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
}
