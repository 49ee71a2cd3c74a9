import { candidateSizes, type Size } from './resize-plan.ts';

/** High enough for JPEG artefacts not to be visible. */
const JPEG_QUALITY = 0.85;

/**
 * Draws a photo as a new JPEG of at most `maxBytes`, upright and without metadata.
 * @returns undefined when this browser cannot draw the file or no size fits
 */
export function resizePhoto(file: File, maxBytes: number): Promise<File | undefined> {
	return redrawPhoto(file, { maxBytes, quarterTurns: 0 });
}

interface RedrawOptions {
	/** Maximum file size, inclusive. */
	maxBytes: number;
	/** Clockwise. */
	quarterTurns: number;
}

/**
 * Draws a photo as a new JPEG within the size limit, upright and then rotated, without metadata.
 * @returns undefined when this browser cannot draw the file or no size fits
 */
export async function redrawPhoto(
	file: File,
	{ maxBytes, quarterTurns }: RedrawOptions,
): Promise<File | undefined> {
	const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
		() => undefined,
	);
	if (!picture) return undefined;
	try {
		for (const size of candidateSizes(picture)) {
			const jpeg = await drawJpeg(picture, size, quarterTurns);
			if (jpeg && jpeg.size <= maxBytes) {
				return new File([jpeg], file.name.replace(/\.[^.]*$/, '').concat('.jpg'), {
					type: 'image/jpeg',
				});
			}
		}
		return undefined;
	} finally {
		picture.close();
	}
}

async function drawJpeg(
	picture: ImageBitmap,
	{ width, height }: Size,
	quarterTurns: number,
): Promise<Blob | undefined> {
	const isSideways = quarterTurns % 2 === 1;
	const canvas = isSideways
		? new OffscreenCanvas(height, width)
		: new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d');
	if (!context) return undefined;
	// JPEG has no transparency: without this, transparent parts turn black.
	context.fillStyle = 'white';
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.imageSmoothingQuality = 'high';
	context.translate(canvas.width / 2, canvas.height / 2);
	context.rotate((quarterTurns * Math.PI) / 2);
	context.drawImage(picture, -width / 2, -height / 2, width, height);
	return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}
