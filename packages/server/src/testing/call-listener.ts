import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A GET handed straight to a listener, without a connection: a thousand of them begin in the same turn. */
export const callListener = (
  listener: RequestListener,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> =>
  new Promise((done) => {
    const request = new IncomingMessage(new Socket())
    request.method = 'GET'
    request.url = path
    request.headers = { host: 'here', ...headers }
    const response = new ServerResponse(request)
    response.end = () => {
      done(response.statusCode)
      return response
    }
    listener(request, response)
  })
