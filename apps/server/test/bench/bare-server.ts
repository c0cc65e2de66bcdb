/** A bare node:http server: sends prepared bytes for each path. The parent process sends them and receives the port. */
import http from 'node:http'

process.once('message', (bodies: Record<string, string>) => {
  const ready = new Map(Object.entries(bodies).map(([path, body]) => [path, Buffer.from(body)]))
  const server = http.createServer((request, response) => {
    const body = ready.get(request.url ?? '') ?? Buffer.alloc(0)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') process.send?.(address?.port)
  })
})
