export interface Size {
	/** Pixels. */
	width: number;
	/** Pixels. */
	height: number;
}

/** Longest sides to try, in pixels: the first is more than any page shows, the last still a good picture. */
const LONGEST_SIDES = [2560, 2048, 1600, 1280];

/** The sizes to draw a photo at, largest first, until its file fits. None is larger than the photo itself. */
export function candidateSizes({ width, height }: Size): Size[] {
	const longest = Math.max(width, height);
	const smaller = LONGEST_SIDES.filter((side) => side < longest);
	const first = smaller.length === LONGEST_SIDES.length ? [] : [longest];
	return [...first, ...smaller].map((side) => ({
		width: Math.max(1, Math.round((width * side) / longest)),
		height: Math.max(1, Math.round((height * side) / longest)),
	}));
}

/**
 * Makes files fit, one after the other so that a phone holds only one decoded photo at a time.
 * A file that cannot be made smaller stays as it is: the size rule then names it.
 * @param maxBytes how large one file may be, inclusive
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
