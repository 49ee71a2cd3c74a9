/** How long the signed address of a banned item's photo is valid (decisions, "Items"). */
export const SIGNED_PHOTO_MS = 10 * 60_000;
/** Open pages ask for new addresses before the old ones end. */
export const SIGNED_PHOTO_REFRESH_MS = 9 * 60_000;
