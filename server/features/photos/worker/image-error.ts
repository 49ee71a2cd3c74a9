export type ImageErrorReason =
	| 'unreadable'
	| 'tooManyPixels'
	/** The machine was too busy to decode it in time; the file may be good. */
	| 'busy';

/** Why a file did not become a photo; the command turns it into a refusal. */
export class ImageError extends Error {
	readonly reason: ImageErrorReason;

	constructor(reason: ImageErrorReason, cause?: unknown) {
		super(reason, { cause });
		this.reason = reason;
	}
}
