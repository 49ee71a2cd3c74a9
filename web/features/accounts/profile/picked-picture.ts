import type { PictureSize, Square } from './crop.ts';

/** The largest side of the uploaded square in pixels: more than any page shows of a profile picture. */
const LONGEST_SIDE = 1024;
/** High enough for JPEG artefacts not to be visible. */
const JPEG_QUALITY = 0.9;

export interface PickedPicture {
	file: File;
	/** Undefined if this browser cannot draw the file, as with HEIC in most browsers: it is then uploaded uncropped. */
	preview?: { url: string; size: PictureSize };
}

/**
 * A picked file with its preview.
 * @returns undefined for a file that this browser cannot draw, unless it is HEIC, which the server can read
 */
export async function readPickedPicture(file: File): Promise<PickedPicture | undefined> {
	const size = await readSize(file);
	if (size) return { file, preview: { url: URL.createObjectURL(file), size } };
	return isHeic(file) ? { file } : undefined;
}

export function releasePreview({ preview }: PickedPicture): void {
	if (preview) URL.revokeObjectURL(preview.url);
}

/** Draws one square of a picture as a JPEG of its own, upright and without metadata. */
export async function cropPicture(file: File, { left, top, side }: Square): Promise<File> {
	const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
	try {
		const pixels = Math.max(1, Math.min(LONGEST_SIDE, Math.round(side)));
		const canvas = new OffscreenCanvas(pixels, pixels);
		const context = canvas.getContext('2d');
		if (!context) throw new Error('This browser has no 2D canvas.');
		// JPEG has no transparency: without this, transparent parts turn black.
		context.fillStyle = 'white';
		context.fillRect(0, 0, pixels, pixels);
		context.imageSmoothingQuality = 'high';
		context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
		const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
		return new File([jpeg], file.name.replace(/\.[^.]*$/, '').concat('.jpg'), { type: jpeg.type });
	} finally {
		picture.close();
	}
}

async function readSize(file: File): Promise<PictureSize | undefined> {
	try {
		const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
		const { width, height } = picture;
		picture.close();
		return { width, height };
	} catch {
		return undefined;
	}
}

function isHeic({ name, type }: File): boolean {
	return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}
