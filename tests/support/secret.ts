/** Signs the tests' tokens and addresses. */
export const SECRET = 'a secret of the tests, long enough';
