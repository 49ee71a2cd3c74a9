/** How long the signed URL of a photo is valid, such as of a banned item's photo. */
export const SIGNED_PHOTO_MS = 10 * 60_000;
/** Open pages ask for new signed URLs at this interval, before the old ones expire. */
export const SIGNED_PHOTO_REFRESH_MS = 9 * 60_000;
