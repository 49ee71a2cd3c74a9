/** The key of the query with the ids of all saved items, newest first. */
export const SAVED_IDS_KEY = ['saved', 'ids'] as const;
