import * as z from 'zod/mini';

/** A picture of an item: its largest size, how large that is in pixels, and a blurred stand-in. */
export const photo = z.object({
	url: z.string(),
	width: z.int(),
	height: z.int(),
	/** ThumbHash in base64 (https://evanw.github.io/thumbhash/). */
	thumbhash: z.string(),
});
export type Photo = z.infer<typeof photo>;
