import * as z from 'zod/mini';

/** A photo of an item: URL and pixel size of its largest version, and a blurred placeholder. */
export const photo = z.object({
	url: z.string(),
	width: z.int(),
	height: z.int(),
	/** ThumbHash in base64 (https://evanw.github.io/thumbhash/). */
	thumbhash: z.string(),
});
export type Photo = z.infer<typeof photo>;
