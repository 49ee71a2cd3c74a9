export type PictureFaultReason = 'unreadable' | 'tooManyPixels';

/** A file that cannot become a photo; the command turns it into a refusal that names the file. */
export class PictureFault extends Error {
	readonly reason: PictureFaultReason;

	constructor(reason: PictureFaultReason, cause?: unknown) {
		super(reason, { cause });
		this.reason = reason;
	}
}
