/** Element id of the similar items, the target of a sold item's main button. */
export const SIMILAR_ID = 'similar';
