import type { UploadedChatPhoto } from '#contract/chat/photos.ts';

/** A photo that is to be sent, as it is stored in this browser. */
export interface PickedPhoto {
	/** Unique in this browser. */
	key: string;
	/** What is uploaded; small enough. */
	file: File;
	/** Pixels; guessed where this browser cannot draw the file. */
	width: number;
	height: number;
	/** The server's copy; it may have been deleted there after a day. */
	uploaded?: UploadedChatPhoto | undefined;
}
