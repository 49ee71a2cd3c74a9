export type ImageErrorReason =
	| 'unreadable'
	| 'tooManyPixels'
	/** The machine was too busy to decode the file in time; the file may be valid. */
	| 'busy';

/** Why a file could not become a photo; `preparePhotos` turns it into an AppError. */
export class ImageError extends Error {
	readonly reason: ImageErrorReason;

	constructor(reason: ImageErrorReason, cause?: unknown) {
		super(reason, { cause });
		this.reason = reason;
	}
}
