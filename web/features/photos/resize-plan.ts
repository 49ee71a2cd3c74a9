export interface Size {
	/** Pixels. */
	width: number;
	/** Pixels. */
	height: number;
}

/** Lengths of the longer side to try, in pixels: the first exceeds what any page shows, the last still looks good. */
const LONGEST_SIDES = [2560, 2048, 1600, 1280];

/**
 * The sizes at which to draw a photo until its file is small enough, largest first. None exceeds the photo's own
 * size.
 */
export function candidateSizes({ width, height }: Size): Size[] {
	const longest = Math.max(width, height);
	const smaller = LONGEST_SIDES.filter((side) => side < longest);
	// A photo that is not longer than the first of these lengths is tried at its own size first.
	const ownSide = smaller.length === LONGEST_SIDES.length ? [] : [longest];
	return [...ownSide, ...smaller].map((side) => ({
		width: Math.max(1, Math.round((width * side) / longest)),
		height: Math.max(1, Math.round((height * side) / longest)),
	}));
}

/**
 * Resizes files above the limit, one after the other, so that a phone holds only one decoded photo in memory. A file
 * that cannot be resized stays unchanged; the size rule then rejects it by name.
 * @param maxBytes the limit per file, inclusive
 */
export async function resizeAll(
	files: readonly File[],
	maxBytes: number,
	resize: (file: File, maxBytes: number) => Promise<File | undefined>,
): Promise<File[]> {
	const resized: File[] = [];
	for (const file of files) {
		resized.push(file.size > maxBytes ? ((await resize(file, maxBytes)) ?? file) : file);
	}
	return resized;
}
