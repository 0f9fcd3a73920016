import { ApiError } from '../base/errors/api-error.js'
import { retryAfter } from '../base/errors/retry-after.js'
import { StorageUnavailableError } from '../base/errors/storage-unavailable.js'
import { problemReply, type Reply } from './reply.js'

/**
 * Maps an error to a reply: an `ApiError` as it is, a full disk as 503, anything else as 500 with only the request id.
 */
export function failureReply(
  error: unknown,
  requestId: string,
  reportBug: (error: unknown, requestId: string) => void,
): Reply {
  if (error instanceof ApiError) return problemReply(error.problem, error.headers)
  if (error instanceof StorageUnavailableError)
    return problemReply(
      { code: 'storage_unavailable', message: 'The service cannot write to its storage at the moment.' },
      retryAfter(10),
    )
  reportBug(error, requestId)
  return problemReply({ code: 'internal_error', message: `Something failed on our side. Request ${requestId}.` }, [])
}
