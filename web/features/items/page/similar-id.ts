/** Where a sold item's main button leads, on the same page. */
export const SIMILAR_ID = 'similar';
