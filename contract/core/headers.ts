/**
 * Response header with the request id, as in the server's log. In a file of its own, because every page's script
 * imports it.
 */
export const REQUEST_ID_HEADER = 'x-request-id';
