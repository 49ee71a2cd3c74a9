/** The square that is cut out of a picture for the profile. */
export interface Crop {
	/** 1 for the largest square that fits, up to `ZOOM_MAX`. */
	zoom: number;
	/** Position between the left and right edge, 0 to 1. */
	x: number;
	/** Position between the upper and lower edge, 0 to 1. */
	y: number;
}

/** The size of a picture in pixels. */
export interface PictureSize {
	width: number;
	height: number;
}

/** A square of a picture, in the picture's pixels. */
export interface Square {
	left: number;
	top: number;
	side: number;
}

export const ZOOM_MAX = 4;

/** The largest square in the middle. */
export const DEFAULT_CROP: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square that a crop cuts out of a picture. */
export function cropSquare({ width, height }: PictureSize, { zoom, x, y }: Crop): Square {
	const side = Math.min(width, height) / zoom;
	return { left: (width - side) * x, top: (height - side) * y, side };
}

/**
 * The crop after dragging the picture, which follows the pointer: the square moves the opposite way.
 * @param by the distance, as a fraction of the square's side
 */
export function dragCrop(picture: PictureSize, crop: Crop, by: { x: number; y: number }): Crop {
	const { side } = cropSquare(picture, crop);
	return {
		...crop,
		x: shift(crop.x, by.x * side, picture.width - side),
		y: shift(crop.y, by.y * side, picture.height - side),
	};
}

/** @param rangePx how far the square can move, in pixels; at 0 the position stays unchanged */
function shift(position: number, offsetPx: number, rangePx: number): number {
	if (rangePx <= 0) return position;
	return Math.min(1, Math.max(0, position - offsetPx / rangePx));
}
