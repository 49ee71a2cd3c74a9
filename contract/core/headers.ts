/** Header of every answer that says something: what the server's log calls the request. By itself here, because every page's script knows it. */
export const REQUEST_ID_HEADER = 'x-request-id';
