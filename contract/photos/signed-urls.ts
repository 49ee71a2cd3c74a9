/** How long the signed address of a banned item's photo is valid (decisions, "Items"). */
export const SIGNED_PHOTO_MS = 10 * 60_000;
