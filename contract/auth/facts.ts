/** Message for a suspended user. In a file of its own, so that pages load it without the schemas of auth.ts. */
export const SUSPENDED_MESSAGE = 'This account has been suspended. Contact support.';
